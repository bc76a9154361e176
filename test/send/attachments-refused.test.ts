import { aKey, scopesWithout } from '../support/arrange';
import { aFile, download, mailWith, received, refused, text } from '../support/attached';
import { onlyReceived } from '../support/inbox';
import { dayMs } from '../../shared/core/time';
import { arrive } from '../support/correspondent';
import { nobody } from '../support/matchers';
import { type Actor, anActor } from '../support/actor';
import { theService, useTravellingRuntime } from '../support/the-service';

const service = theService();

afterEach(() => service.control('DELETE', '/faults'));

const notAnIndex = {
  status: 422,
  type: 'invalid_request',
  message: 'index: must be a whole number, 0 or more',
};
const noMessage = { status: 404, type: 'not_found', message: 'No such received message' };
const noAttachment = {
  status: 404,
  type: 'not_found',
  message: expect.stringMatching(/^No such attachment/),
};
const gone = { status: 410, type: 'gone', message: expect.any(String) };

const twoFiles = (): Buffer => mailWith([text, aFile('first'), aFile('second')]);

/** A desk with a message that has two attachments. */
async function aMessage(): Promise<{ desk: Actor; id: string }> {
  const desk = await anActor(service);
  return { desk, id: await received(desk, twoFiles()) };
}

/** The desk on the service as it runs now. */
const at = ({ key }: Actor) => ({ service, key });

describe('an index', () => {
  let desk: Actor;
  let id: string;

  beforeAll(async () => {
    ({ desk, id } = await aMessage());
  });

  test.each([
    '-1',
    '1.5',
    'abc',
    '1e1',
    '0x1',
    '%20',
    '%200',
    '0%20',
    '+0',
    '-0',
    '%EF%BC%91',
    'NaN',
    'null',
    '1%2F0',
  ])('%s is no whole number: refused before the message is looked for', async (index) => {
    expect(refused(await download(desk, id, index))).toEqual(notAnIndex);
    expect(refused(await download(desk, nobody, index))).toEqual(notAnIndex);
  });

  test.each(['2', '99', '1000000', '9007199254740993', '9'.repeat(40)])(
    '%s is past the end',
    async (index) => {
      expect(refused(await download(desk, id, index))).toEqual(noAttachment);
    },
  );

  test('may have zeros before it, and be percent-encoded', async () => {
    expect((await download(desk, id, '01')).bytes.toString()).toBe('second');
    expect((await download(desk, id, '%31')).bytes.toString()).toBe('second');
  });

  test('that is left out asks for the list', async () => {
    const { status, bytes } = await download(desk, id, '');

    expect(status).toBe(200);
    expect(JSON.parse(bytes.toString()).data).toHaveLength(2);
  });
});

describe('a message', () => {
  test.each([nobody, 'not-an-id', '%20', `${nobody}0`, nobody.toUpperCase()])(
    '%s is not there',
    async (id) => {
      const desk = await anActor(service);

      expect(refused(await download(desk, id))).toEqual(noMessage);
    },
  );

  test('that was sent has no attachments to download', async () => {
    const desk = await anActor(service);
    const attachments = [{ filename: 'a.txt', content: 'QQ==', content_type: 'text/plain' }];
    const { id } = await desk.accepted({ attachments });

    expect(refused(await download(desk, id))).toEqual(noMessage);
  });
});

describe('who may', () => {
  test('a key without threads:read may not, and is told which scope', async () => {
    const { desk, id } = await aMessage();
    const { key } = await aKey(service, { by: desk.key, scopes: scopesWithout(['threads:read']) });

    expect(refused(await download({ service, key }, id))).toEqual({
      status: 403,
      type: 'forbidden',
      message: expect.stringContaining('threads:read'),
    });
  });

  test('a key with that scope alone may', async () => {
    const { desk, id } = await aMessage();
    const { key } = await aKey(service, { by: desk.key, scopes: ['threads:read'] });

    expect((await download({ service, key }, id)).bytes.toString()).toBe('first');
  });

  test('an unknown key may not, whatever it asks for', async () => {
    const { id } = await aMessage();

    expect(refused(await download({ service, key: 'sk_live_nobody' }, id, 'abc'))).toMatchObject({
      status: 401,
      type: 'unauthorized',
    });
  });

  test('another workspace finds nothing, also of a mail that both got', async () => {
    const [owner, other] = [await anActor(service), await anActor(service)];
    await arrive(service, { rcpt: [owner.from, other.from] }, twoFiles());
    await service.settle();
    const [own, others] = [await onlyReceived(owner), await onlyReceived(other)];

    expect(refused(await download(other, own.id))).toEqual(noMessage);
    expect((await download(other, others.id)).bytes.toString()).toBe('first');
    expect((await download(owner, own.id)).bytes.toString()).toBe('first');
  });
});

describe('what the gateway makes of other requests', () => {
  const ask = async (method: string, headers: Record<string, string> = {}): Promise<Response> => {
    const { desk, id } = await aMessage();
    return fetch(`${service.at.api}/v1/inbound/${id}/attachments/0`, {
      method,
      headers: { Authorization: `Bearer ${desk.key}`, ...headers },
    });
  };

  test('a range is not cut out: the whole comes', async () => {
    const response = await ask('GET', { Range: 'bytes=1-2' });

    expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: 'first' });
  });

  test.each(['HEAD', 'DELETE', 'POST'])('%s is no route', async (method) => {
    expect((await ask(method)).status).toBe(404);
  });
});

describe('a raw mail that is not there', () => {
  test.each(['NoSuchKey', 'AccessDenied'])('S3 says %s: gone', async (error) => {
    const { desk, id } = await aMessage();
    await service.control('POST', '/faults', { service: 's3', operation: 'GetObject', error });

    expect(refused(await download(desk, id, 0))).toEqual(gone);
    expect(refused(await download(desk, id, 99))).toEqual(gone);
  });

  test('S3 is out of order: nothing is said to be gone', async () => {
    const { desk, id } = await aMessage();
    await service.control('POST', '/faults', {
      service: 's3',
      operation: 'GetObject',
      error: 'InternalError',
    });

    expect(refused(await download(desk, id))).toMatchObject({ status: 500, type: 'internal_error' });
    await service.control('DELETE', '/faults');
    expect((await download(desk, id)).bytes.toString()).toBe('first');
  });
});

describe('a month later', () => {
  useTravellingRuntime();

  test('30 days after the arrival every index is gone, and the message stays', async () => {
    const { desk, id } = await aMessage();
    const [{ id: threadId, last_message_at: arrivedAt }] = (await desk.api('GET', '/v1/threads')).body.data;
    const before = await desk.thread(threadId);
    const end = Date.parse(arrivedAt) + 30 * dayMs;
    const setClock = (ms: number) => service.control('POST', '/clock', { set: new Date(ms).toISOString() });

    await service.advance(30 * dayMs - 600_000);
    await setClock(end - 60_000);
    const justBefore = await download(at(desk), id, 1);
    const asked = await service.now();
    await setClock(end);
    const after = await Promise.all([0, 1, 2, 99].map((index) => download(at(desk), id, index)));

    expect(Date.parse(asked)).toBeLessThan(end);
    expect(justBefore.bytes.toString()).toBe('second');
    expect(after.map(refused)).toEqual([gone, gone, gone, gone]);
    expect(refused(await download(at(desk), id, 'abc'))).toEqual(notAnIndex);
    expect(refused(await download({ service, key: (await anActor(service)).key }, id))).toEqual(noMessage);
    expect((await service.api('GET', `/v1/threads/${threadId}`, { key: desk.key })).body).toEqual(before);
  });
});
