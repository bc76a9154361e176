import { randomBytes } from 'node:crypto';
import { dayMs } from '../../../shared/core/time';
import { type Actor, anActor } from '../../support/actor';
import { arrive } from '../../support/correspondent';
import { emptyList, nobody } from '../../support/matchers';
import { theService, useTravellingRuntime } from '../../support/the-service';
import { aKey, refusalOf, scopesWithout } from '../../support/arrange';
import { aFile, download, mailWith, type MailPart, received, text } from '../../support/attached';
import { onlyReceived } from '../../support/inbox';

const service = theService();

afterEach(() => service.control('DELETE', '/faults'));

const listOf = (id: string, key: string) => service.api('GET', `/v1/inbound/${id}/attachments`, { key });

async function listed(parts: readonly MailPart[]) {
  const desk = await anActor(service);
  const id = await received(desk, mailWith(parts));
  return { desk, id, answer: await listOf(id, desk.key) };
}

const notFound = { status: 404, type: 'not_found', message: 'No such received message' };

const anImage = (body: string, ...headers: string[]): MailPart => ({
  headers: ['Content-Type: image/png; name=logo.png', ...headers],
  body,
});

describe('the list', () => {
  test('has what is downloaded at each index, by the same name and type, with its size', async () => {
    const { desk, id, answer } = await listed([
      text,
      anImage('first', 'Content-ID: <logo@x>'),
      aFile('second file', 'Content-Type: application/pdf; name="a b.pdf"'),
      aFile('third', 'Content-Type: nonsense'),
      aFile(''),
      aFile(randomBytes(100_000), 'Content-Type: application/zip; name=large.zip'),
    ]);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...emptyList,
      data: [
        { index: 0, filename: 'logo.png', content_type: 'image/png', size: 5, inline: true },
        { index: 1, filename: 'a b.pdf', content_type: 'application/pdf', size: 11, inline: false },
        {
          index: 2,
          filename: 'attachment-2',
          content_type: 'application/octet-stream',
          size: 5,
          inline: false,
        },
        {
          index: 3,
          filename: 'attachment-3',
          content_type: 'application/octet-stream',
          size: 0,
          inline: false,
        },
        { index: 4, filename: 'large.zip', content_type: 'application/zip', size: 100_000, inline: false },
      ],
    });
    for (const { index, filename, content_type, size } of answer.body.data) {
      const { headers, bytes } = await download(desk, id, index);
      expect(bytes.length).toBe(size);
      expect(headers.get('content-type')).toBe(content_type);
      expect(headers.get('content-disposition')).toContain(`filename="${filename}"`);
    }
    expect((await download(desk, id, answer.body.data.length)).status).toBe(404);
  });

  test('is empty of a mail that is its text alone', async () => {
    expect((await listed([text])).answer.body).toEqual(emptyList);
  });

  test.each<[boolean, string, string[]]>([
    [true, 'a Content-ID', ['Content-ID: <a@x>']],
    [true, 'a Content-ID, and declared inline', ['Content-ID: <a@x>', 'Content-Disposition: inline']],
    [
      false,
      'a Content-ID, and declared an attachment',
      ['Content-ID: <a@x>', 'Content-Disposition: attachment'],
    ],
    [false, 'nothing that the HTML could name', ['Content-Disposition: inline; filename=a.pdf']],
  ])('says %s of the inline of a file with %s', async (expected, _what, headers) => {
    const { answer } = await listed([text, anImage('x', ...headers)]);

    expect(answer.body.data).toMatchObject([{ inline: expected }]);
  });

  test('of thousands of long names has as many as an answer carries, and says so', async () => {
    const name = encodeURIComponent('"'.repeat(1_000));
    const file: MailPart = {
      headers: [`Content-Disposition: attachment; filename*=UTF-8''${name}`],
      body: 'x',
    };

    const { answer } = await listed([text, ...Array<MailPart>(3_000).fill(file)]);

    expect(answer.status).toBe(200);
    expect(answer.body.has_more).toBe(true);
    const rows = answer.body.data as { index: number }[];
    expect(rows.length).toBeGreaterThan(500);
    expect(rows.map(({ index }) => index)).toEqual(rows.map((_, place) => place));
  });

  test('of 29 MB comes in time', async () => {
    const { answer } = await listed([text, aFile(randomBytes(29 * 1_048_576))]);

    expect(answer.body.data).toMatchObject([{ size: 29 * 1_048_576 }]);
  });
});

describe('a message', () => {
  test.each([nobody, 'not-an-id', '%20', '%00', 'x'.repeat(3_000)])('%s is not there', async (id) => {
    expect(refusalOf(await listOf(id, service.at.key))).toEqual(notFound);
  });

  test('that was sent has no list', async () => {
    const desk = await anActor(service);
    const { id } = await desk.accepted();

    expect(refusalOf(await listOf(id, desk.key))).toEqual(notFound);
  });

  test('of another workspace is not there, also of a mail that both got', async () => {
    const [owner, other] = [await anActor(service), await anActor(service)];
    await arrive(service, { rcpt: [owner.from, other.from] }, mailWith([text, aFile('PDF')]));
    await service.settle();
    const { id } = await onlyReceived(owner);

    expect(refusalOf(await listOf(id, other.key))).toEqual(notFound);
    expect((await listOf(id, owner.key)).body.data).toHaveLength(1);
  });
});

test('a key with threads:read alone may, and one with every scope but that may not', async () => {
  const { desk, id } = await listed([text, aFile('PDF')]);
  const reader = await aKey(service, { by: desk.key, scopes: ['threads:read'] });
  const others = await aKey(service, { by: desk.key, scopes: scopesWithout(['threads:read']) });

  const refused = await listOf(id, others.key);

  expect((await listOf(id, reader.key)).body.data).toHaveLength(1);
  expect(refusalOf(refused)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(refused.body.error.message).toContain('threads:read');
});

describe('a raw mail that is not there', () => {
  test.each(['NoSuchKey', 'AccessDenied'])('S3 says %s: gone', async (error) => {
    const { desk, id } = await listed([text, aFile('PDF')]);
    await service.control('POST', '/faults', { service: 's3', operation: 'GetObject', error });

    const answer = await listOf(id, desk.key);

    expect(refusalOf(answer)).toMatchObject({ status: 410, type: 'gone' });
    expect(answer.body).toEqual(JSON.parse((await download(desk, id)).bytes.toString()));
  });

  test('S3 is out of order: nothing is said to be gone', async () => {
    const { desk, id } = await listed([text, aFile('PDF')]);
    const fault = { service: 's3', operation: 'GetObject', error: 'InternalError' };
    await service.control('POST', '/faults', fault);

    expect(refusalOf(await listOf(id, desk.key))).toMatchObject({ status: 500, type: 'internal_error' });
  });
});

describe('a month later', () => {
  useTravellingRuntime();

  test('30 days after the arrival it is gone, and another workspace still finds nothing', async () => {
    const { desk, id } = await listed([text, aFile('PDF')]);
    const [{ last_message_at: arrivedAt }] = (await desk.api('GET', '/v1/threads')).body.data;
    const end = Date.parse(arrivedAt) + 30 * dayMs;
    const setClock = (ms: number) => service.control('POST', '/clock', { set: new Date(ms).toISOString() });

    await service.advance(30 * dayMs - 600_000);
    await setClock(end - 60_000);
    const justBefore = await listOf(id, desk.key);
    await setClock(end);
    const after = await listOf(id, desk.key);

    expect(justBefore.body.data).toHaveLength(1);
    expect(refusalOf(after)).toMatchObject({ status: 410, type: 'gone' });
    const stranger: Actor = await anActor(service);
    expect(refusalOf(await listOf(id, stranger.key))).toEqual(notFound);
  });
});
