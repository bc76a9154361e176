import { aKey, scopesWithout } from '../support/api-helpers';
import {
  attachmentPart,
  downloadAttachment,
  multipartMail,
  receiveMail,
  downloadError,
  textPart,
} from '../support/attachment-mails';
import { onlyReceivedMessage } from '../support/inbound-mails';
import { dayMs } from '../../shared/core/time';
import { deliverInboundMail } from '../support/inbound-mail';
import { unknownId } from '../support/matchers';
import { type TestWorkspace, createTestWorkspace } from '../support/test-workspace';
import { useService, useTimeTravelRuntime } from '../support/use-service';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

const invalidIndex = {
  status: 422,
  type: 'invalid_request',
  message: 'index: must be a whole number, 0 or more',
};
const messageNotFound = { status: 404, type: 'not_found', message: 'No such received message' };
const attachmentNotFound = {
  status: 404,
  type: 'not_found',
  message: expect.stringMatching(/^No such attachment/),
};
const attachmentGone = { status: 410, type: 'gone', message: expect.any(String) };

const mailWithTwoAttachments = (): Buffer =>
  multipartMail([textPart, attachmentPart('first'), attachmentPart('second')]);

/** Creates a workspace that has received a message with two attachments. */
async function receiveMessage(): Promise<{ workspace: TestWorkspace; id: string }> {
  const workspace = await createTestWorkspace(service);
  return { workspace, id: await receiveMail(workspace, mailWithTwoAttachments()) };
}

/** Returns the key of the workspace with the current service. */
const withCurrentService = ({ key }: TestWorkspace) => ({ service, key });

describe('an attachment index', () => {
  let workspace: TestWorkspace;
  let id: string;

  beforeAll(async () => {
    ({ workspace, id } = await receiveMessage());
  });

  // IN-20
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
  ])('%s is not a whole number and is refused before the message is looked up', async (index) => {
    expect(downloadError(await downloadAttachment(workspace, id, index))).toEqual(invalidIndex);
    expect(downloadError(await downloadAttachment(workspace, unknownId, index))).toEqual(invalidIndex);
  });

  // IN-21
  test.each(['2', '99', '1000000', '9007199254740993', '9'.repeat(40)])(
    '%s is greater than the last index, so the request returns 404',
    async (index) => {
      expect(downloadError(await downloadAttachment(workspace, id, index))).toEqual(attachmentNotFound);
    },
  );

  test('may have leading zeros and percent-encoding', async () => {
    expect((await downloadAttachment(workspace, id, '01')).bytes.toString()).toBe('second');
    expect((await downloadAttachment(workspace, id, '%31')).bytes.toString()).toBe('second');
  });

  test('may be empty, in which case the response is the attachment list', async () => {
    const { status, bytes } = await downloadAttachment(workspace, id, '');

    expect(status).toBe(200);
    expect(JSON.parse(bytes.toString()).data).toHaveLength(2);
  });
});

describe('the message of an attachment', () => {
  // IN-21
  test.each([unknownId, 'not-an-id', '%20', `${unknownId}0`, unknownId.toUpperCase()])(
    'is not found for the id %s',
    async (id) => {
      const workspace = await createTestWorkspace(service);

      expect(downloadError(await downloadAttachment(workspace, id))).toEqual(messageNotFound);
    },
  );

  // IN-21
  test('a sent message has no attachments to download', async () => {
    const workspace = await createTestWorkspace(service);
    const attachments = [{ filename: 'a.txt', content: 'QQ==', content_type: 'text/plain' }];
    const { id } = await workspace.sendAccepted({ attachments });

    expect(downloadError(await downloadAttachment(workspace, id))).toEqual(messageNotFound);
  });
});

describe('authorization', () => {
  test('a key without threads:read is refused, and the error names the scope', async () => {
    const { workspace, id } = await receiveMessage();
    const { key } = await aKey(service, {
      creatorKey: workspace.key,
      scopes: scopesWithout(['threads:read']),
    });

    expect(downloadError(await downloadAttachment({ service, key }, id))).toEqual({
      status: 403,
      type: 'forbidden',
      message: expect.stringContaining('threads:read'),
    });
  });

  test('a key with only threads:read may download', async () => {
    const { workspace, id } = await receiveMessage();
    const { key } = await aKey(service, { creatorKey: workspace.key, scopes: ['threads:read'] });

    expect((await downloadAttachment({ service, key }, id)).bytes.toString()).toBe('first');
  });

  test('an unknown key is refused for any index', async () => {
    const { id } = await receiveMessage();

    expect(
      downloadError(await downloadAttachment({ service, key: 'sk_live_nobody' }, id, 'abc')),
    ).toMatchObject({
      status: 401,
      type: 'unauthorized',
    });
  });

  test('another workspace cannot download the attachment, even if that workspace received the same email', async () => {
    const [owner, otherWorkspace] = [await createTestWorkspace(service), await createTestWorkspace(service)];
    await deliverInboundMail(
      service,
      { recipients: [owner.from, otherWorkspace.from] },
      mailWithTwoAttachments(),
    );
    await service.settle();
    const [ownMessage, otherMessage] = [
      await onlyReceivedMessage(owner),
      await onlyReceivedMessage(otherWorkspace),
    ];

    expect(downloadError(await downloadAttachment(otherWorkspace, ownMessage.id))).toEqual(messageNotFound);
    expect((await downloadAttachment(otherWorkspace, otherMessage.id)).bytes.toString()).toBe('first');
    expect((await downloadAttachment(owner, ownMessage.id)).bytes.toString()).toBe('first');
  });
});

describe('HTTP headers and methods', () => {
  const requestAttachment = async (
    method: string,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const { workspace, id } = await receiveMessage();
    return fetch(`${service.metadata.api}/v1/inbound/${id}/attachments/0`, {
      method,
      headers: { Authorization: `Bearer ${workspace.key}`, ...headers },
    });
  };

  test('the API ignores a Range header and returns the whole attachment', async () => {
    const response = await requestAttachment('GET', { Range: 'bytes=1-2' });

    expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: 'first' });
  });

  test.each(['HEAD', 'DELETE', 'POST'])('the method %s has no route', async (method) => {
    expect((await requestAttachment(method)).status).toBe(404);
  });
});

describe('a raw message that is missing in S3', () => {
  // IN-23
  test.each(['NoSuchKey', 'AccessDenied'])('returns 410 if S3 responds with %s', async (error) => {
    const { workspace, id } = await receiveMessage();
    await service.control('POST', '/faults', { service: 's3', operation: 'GetObject', error });

    expect(downloadError(await downloadAttachment(workspace, id, 0))).toEqual(attachmentGone);
    expect(downloadError(await downloadAttachment(workspace, id, 99))).toEqual(attachmentGone);
  });

  test('returns 500 instead of 410 if S3 fails', async () => {
    const { workspace, id } = await receiveMessage();
    await service.control('POST', '/faults', {
      service: 's3',
      operation: 'GetObject',
      error: 'InternalError',
    });

    expect(downloadError(await downloadAttachment(workspace, id))).toMatchObject({
      status: 500,
      type: 'internal_error',
    });
    await service.control('DELETE', '/faults');
    expect((await downloadAttachment(workspace, id)).bytes.toString()).toBe('first');
  });
});

describe('a month later', () => {
  useTimeTravelRuntime();

  // IN-22
  test('30 days after arrival, every attachment is deleted and the message remains', async () => {
    const { workspace, id } = await receiveMessage();
    const [{ id: threadId, last_message_at: arrivedAt }] = (await workspace.api('GET', '/v1/threads')).body
      .data;
    const before = await workspace.getThread(threadId);
    const expiresAt = Date.parse(arrivedAt) + 30 * dayMs;
    const setClock = (ms: number) => service.control('POST', '/clock', { set: new Date(ms).toISOString() });

    await service.advance(30 * dayMs - 600_000);
    await setClock(expiresAt - 60_000);
    const beforeExpiry = await downloadAttachment(withCurrentService(workspace), id, 1);
    const askedAt = await service.now();
    await setClock(expiresAt);
    const afterExpiry = await Promise.all(
      [0, 1, 2, 99].map((index) => downloadAttachment(withCurrentService(workspace), id, index)),
    );

    expect(Date.parse(askedAt)).toBeLessThan(expiresAt);
    expect(beforeExpiry.bytes.toString()).toBe('second');
    expect(afterExpiry.map(downloadError)).toEqual([
      attachmentGone,
      attachmentGone,
      attachmentGone,
      attachmentGone,
    ]);
    expect(downloadError(await downloadAttachment(withCurrentService(workspace), id, 'abc'))).toEqual(
      invalidIndex,
    );
    expect(
      downloadError(await downloadAttachment({ service, key: (await createTestWorkspace(service)).key }, id)),
    ).toEqual(messageNotFound);
    expect((await service.api('GET', `/v1/threads/${threadId}`, { key: workspace.key })).body).toEqual(
      before,
    );
  });
});
