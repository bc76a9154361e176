import { randomBytes } from 'node:crypto';
import { dayMs } from '../../../shared/core/time';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { deliverInboundMail } from '../../support/inbound-mail';
import { emptyList, unknownId } from '../../support/matchers';
import { useService, useTimeTravelRuntime } from '../../support/use-service';
import { aKey, refusalOf, scopesWithout } from '../../support/api-helpers';
import {
  attachmentPart,
  downloadAttachment,
  multipartMail,
  type MailPart,
  receiveMail,
  textPart,
} from '../../support/attachment-mails';
import { onlyReceivedMessage } from '../../support/inbound-mails';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

const listAttachments = (id: string, key: string) =>
  service.api('GET', `/v1/inbound/${id}/attachments`, { key });

async function receiveAndList(parts: readonly MailPart[]) {
  const workspace = await createTestWorkspace(service);
  const id = await receiveMail(workspace, multipartMail(parts));
  return { workspace, id, response: await listAttachments(id, workspace.key) };
}

const notFound = { status: 404, type: 'not_found', message: 'No such received message' };

const imagePart = (body: string, ...headers: string[]): MailPart => ({
  headers: ['Content-Type: image/png; name=logo.png', ...headers],
  body,
});

describe('the attachment list', () => {
  test('has each attachment with the name, type and size of its download', async () => {
    const { workspace, id, response } = await receiveAndList([
      textPart,
      imagePart('first', 'Content-ID: <logo@x>'),
      attachmentPart('second file', 'Content-Type: application/pdf; name="a b.pdf"'),
      attachmentPart('third', 'Content-Type: nonsense'),
      attachmentPart(''),
      attachmentPart(randomBytes(100_000), 'Content-Type: application/zip; name=large.zip'),
    ]);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
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
    for (const { index, filename, content_type, size } of response.body.data) {
      const { headers, bytes } = await downloadAttachment(workspace, id, index);
      expect(bytes.length).toBe(size);
      expect(headers.get('content-type')).toBe(content_type);
      expect(headers.get('content-disposition')).toContain(`filename="${filename}"`);
    }
    expect((await downloadAttachment(workspace, id, response.body.data.length)).status).toBe(404);
  });

  test('is empty for a message with only text', async () => {
    expect((await receiveAndList([textPart])).response.body).toEqual(emptyList);
  });

  test.each<[boolean, string, string[]]>([
    [true, 'a Content-ID', ['Content-ID: <a@x>']],
    [true, 'a Content-ID and the disposition inline', ['Content-ID: <a@x>', 'Content-Disposition: inline']],
    [
      false,
      'a Content-ID and the disposition attachment',
      ['Content-ID: <a@x>', 'Content-Disposition: attachment'],
    ],
    [false, 'the disposition inline but no Content-ID', ['Content-Disposition: inline; filename=a.pdf']],
  ])('reports inline=%s for a file with %s', async (expected, _description, headers) => {
    const { response } = await receiveAndList([textPart, imagePart('x', ...headers)]);

    expect(response.body.data).toMatchObject([{ inline: expected }]);
  });

  test('of thousands of long names is truncated to fit into a response, with has_more set', async () => {
    const name = encodeURIComponent('"'.repeat(1_000));
    const file: MailPart = {
      headers: [`Content-Disposition: attachment; filename*=UTF-8''${name}`],
      body: 'x',
    };

    const { response } = await receiveAndList([textPart, ...Array<MailPart>(3_000).fill(file)]);

    expect(response.status).toBe(200);
    expect(response.body.has_more).toBe(true);
    const rows = response.body.data as { index: number }[];
    expect(rows.length).toBeGreaterThan(500);
    expect(rows.map(({ index }) => index)).toEqual(rows.map((_, position) => position));
  });

  test('of a 29 MB message is returned before the timeout', async () => {
    const { response } = await receiveAndList([textPart, attachmentPart(randomBytes(29 * 1_048_576))]);

    expect(response.body.data).toMatchObject([{ size: 29 * 1_048_576 }]);
  });
});

describe('a message', () => {
  test.each([unknownId, 'not-an-id', '%20', '%00', 'x'.repeat(3_000)])('%s is not found', async (id) => {
    expect(refusalOf(await listAttachments(id, service.metadata.key))).toEqual(notFound);
  });

  test('sent by the workspace has no attachment list', async () => {
    const workspace = await createTestWorkspace(service);
    const { id } = await workspace.sendAccepted();

    expect(refusalOf(await listAttachments(id, workspace.key))).toEqual(notFound);
  });

  test('of another workspace is not found, even if both received the same message', async () => {
    const [owner, otherWorkspace] = [await createTestWorkspace(service), await createTestWorkspace(service)];
    await deliverInboundMail(
      service,
      { recipients: [owner.from, otherWorkspace.from] },
      multipartMail([textPart, attachmentPart('PDF')]),
    );
    await service.settle();
    const { id } = await onlyReceivedMessage(owner);

    expect(refusalOf(await listAttachments(id, otherWorkspace.key))).toEqual(notFound);
    expect((await listAttachments(id, owner.key)).body.data).toHaveLength(1);
  });
});

test('listing attachments requires only the threads:read scope', async () => {
  const { workspace, id } = await receiveAndList([textPart, attachmentPart('PDF')]);
  const reader = await aKey(service, { creatorKey: workspace.key, scopes: ['threads:read'] });
  const keyWithoutThreads = await aKey(service, {
    creatorKey: workspace.key,
    scopes: scopesWithout(['threads:read']),
  });

  const refused = await listAttachments(id, keyWithoutThreads.key);

  expect((await listAttachments(id, reader.key)).body.data).toHaveLength(1);
  expect(refusalOf(refused)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(refused.body.error.message).toContain('threads:read');
});

describe('a raw message that S3 does not return', () => {
  test.each(['NoSuchKey', 'AccessDenied'])('causes a 410 if S3 responds with %s', async (error) => {
    const { workspace, id } = await receiveAndList([textPart, attachmentPart('PDF')]);
    await service.control('POST', '/faults', { service: 's3', operation: 'GetObject', error });

    const response = await listAttachments(id, workspace.key);

    expect(refusalOf(response)).toMatchObject({ status: 410, type: 'gone' });
    expect(response.body).toEqual(JSON.parse((await downloadAttachment(workspace, id)).bytes.toString()));
  });

  test('causes a 500, not a 410, if S3 fails', async () => {
    const { workspace, id } = await receiveAndList([textPart, attachmentPart('PDF')]);
    const fault = { service: 's3', operation: 'GetObject', error: 'InternalError' };
    await service.control('POST', '/faults', fault);

    expect(refusalOf(await listAttachments(id, workspace.key))).toMatchObject({
      status: 500,
      type: 'internal_error',
    });
  });
});

describe('a month later', () => {
  useTimeTravelRuntime();

  test('30 days after arrival, the attachment list returns 410, and another workspace gets 404', async () => {
    const { workspace, id } = await receiveAndList([textPart, attachmentPart('PDF')]);
    const [{ last_message_at: arrivedAt }] = (await workspace.api('GET', '/v1/threads')).body.data;
    const expiresAt = Date.parse(arrivedAt) + 30 * dayMs;
    const setClock = (ms: number) => service.control('POST', '/clock', { set: new Date(ms).toISOString() });

    await service.advance(30 * dayMs - 600_000);
    await setClock(expiresAt - 60_000);
    const beforeExpiry = await listAttachments(id, workspace.key);
    await setClock(expiresAt);
    const afterExpiry = await listAttachments(id, workspace.key);

    expect(beforeExpiry.body.data).toHaveLength(1);
    expect(refusalOf(afterExpiry)).toMatchObject({ status: 410, type: 'gone' });
    const otherWorkspace: TestWorkspace = await createTestWorkspace(service);
    expect(refusalOf(await listAttachments(id, otherWorkspace.key))).toEqual(notFound);
  });
});
