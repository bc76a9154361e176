import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { megabyte } from '../../shared/http/route';
import { aKey, refusalOf, scopesWithout, advanceToNextMinute, unknownKey } from '../support/api-helpers';
import { anEmail, aWorkspace } from '../support/factories';
import { uploadPartialBody } from '../support/partial-upload';
import type { CallRow } from '../support/service';
import { useService } from '../support/use-service';
import { waitUntil } from '../support/wait-until';

/**
 * Tests for bodies that pass through the ingress. They cover the checks before a body is read, and the cleanup after a
 * body that ends early.
 */
const service = useService();

const emailsUrl = () => `${service.metadata.api}/v1/emails`;
const batchUrl = () => `${service.metadata.api}/v1/emails/batch`;

const readNow = (): Promise<string> => service.now();

const s3Calls = async (since: string): Promise<string[]> =>
  (await service.calls(since))
    .filter((call: CallRow) => call.service === 's3')
    .map(({ operation }) => operation);

/** Returns the JSON, padded with white space to `bytes` bytes. */
const padToSize = (body: unknown, bytes: number): Buffer => {
  const json = Buffer.from(JSON.stringify(body));
  return Buffer.concat([json, Buffer.alloc(bytes - json.length, ' ')]);
};

describe('a client gets its response during the upload, and nothing is stored', () => {
  //
  test('401 for an unknown key', async () => {
    const since = await readNow();

    const uploadResponse = await uploadPartialBody(batchUrl(), {
      key: unknownKey,
      declaredBytes: 20 * megabyte,
      writtenBytes: megabyte,
    });

    expect(uploadResponse).toMatchObject({ status: 401, errorType: 'unauthorized' });
    expect(await s3Calls(since)).toEqual([]);
  });

  //
  test("413 for a body beyond the route's limit", async () => {
    const since = await readNow();

    const uploadResponse = await uploadPartialBody(emailsUrl(), {
      key: service.metadata.key,
      declaredBytes: 20 * megabyte,
      writtenBytes: megabyte,
    });

    expect(uploadResponse).toMatchObject({ status: 413, errorType: 'payload_too_large' });
    expect(await s3Calls(since)).toEqual([]);
  });

  test('403 for a key without the scope', async () => {
    const { key } = await aKey(service, { scopes: scopesWithout(['emails:send']) });
    const since = await readNow();

    const uploadResponse = await uploadPartialBody(batchUrl(), {
      key,
      declaredBytes: 20 * megabyte,
      writtenBytes: megabyte,
    });

    expect(uploadResponse).toMatchObject({ status: 403, errorType: 'forbidden' });
    expect(await s3Calls(since)).toEqual([]);
  });

  test('429 for a key that reached its rate limit', async () => {
    const { id, key } = await aWorkspace(service);
    await service.control('PATCH', `/workspaces/${id}`, { requests_per_minute: 1 });
    await advanceToNextMinute(service);
    await service.api('GET', '/v1/emails', { key });

    const uploadResponse = await uploadPartialBody(batchUrl(), {
      key,
      declaredBytes: 20 * megabyte,
      writtenBytes: megabyte,
    });

    expect(uploadResponse).toMatchObject({ status: 429, errorType: 'rate_limited' });
    expect(uploadResponse.headers).toHaveProperty('retry-after');
  });

  test("413 as soon as a body of unknown length exceeds the route's limit", async () => {
    const since = await readNow();

    const uploadResponse = await uploadPartialBody(`${service.metadata.api}/v1/topics`, {
      key: service.metadata.key,
      writtenBytes: 6 * megabyte,
    });

    expect(uploadResponse).toMatchObject({ status: 413, errorType: 'payload_too_large' });
    expect(await s3Calls(since)).not.toContain('CompleteMultipartUpload');
  });
});

test('a client that reads only after uploading everything gets its response', async () => {
  const response = await service.api('POST', '/v1/emails/batch', {
    key: unknownKey,
    raw: Buffer.alloc(20 * megabyte, ' '),
  });

  expect(refusalOf(response)).toMatchObject({ status: 401, type: 'unauthorized' });
});

//
test('the credential is checked before the JSON, and the size before the credential', async () => {
  const invalidJson = Buffer.alloc(4 * megabyte, '{');

  const withValidKey = await service.api('POST', '/v1/emails', { raw: invalidJson });
  const withUnknownKey = await service.api('POST', '/v1/emails', { key: unknownKey, raw: invalidJson });
  const tooLarge = await service.api('POST', '/v1/topics', {
    key: unknownKey,
    raw: Buffer.alloc(6 * megabyte, '{'),
  });

  expect(refusalOf(withValidKey)).toMatchObject({ status: 400, type: 'invalid_json' });
  expect(refusalOf(withUnknownKey)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(refusalOf(tooLarge)).toMatchObject({ status: 413, type: 'payload_too_large' });
});

test('a large body counts as one request, and the response reports the remaining requests', async () => {
  const { key } = await aKey(service);
  await advanceToNextMinute(service);

  const responses = [
    await service.api('POST', '/v1/emails', { key, raw: padToSize(anEmail(), 4 * megabyte) }),
    await service.api('GET', '/v1/emails', { key }),
  ];

  const remaining = responses.map(({ headers }) =>
    Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]),
  );
  expect(responses.map(({ status }) => status)).toEqual([202, 200]);
  expect(remaining[1]).toBe(Number(remaining[0]) - 1);
});

test('two concurrent large bodies are not mixed up', async () => {
  const subjects = ['The first', 'The second'];

  const responses = await Promise.all(
    subjects.map((subject) =>
      service.api('POST', '/v1/emails', { raw: padToSize(anEmail({ subject }), 12 * megabyte) }),
    ),
  );
  const stored = await Promise.all(
    responses.map(async ({ body }) => (await service.api('GET', `/v1/emails/${body.id}`)).body.subject),
  );

  expect(responses.map(({ status }) => status)).toEqual([202, 202]);
  expect(stored).toEqual(subjects);
});

test.each([
  ['exactly one part', 5 * megabyte],
  ['one part and a byte', 5 * megabyte + 1],
  ['exactly three parts', 15 * megabyte],
])('a body of %s arrives complete', async (_description, bytes) => {
  const subject = `Parts: ${bytes}`;

  const sent = await service.api('POST', '/v1/emails', { raw: padToSize(anEmail({ subject }), bytes) });
  const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

  expect([sent.status, email.body.subject]).toEqual([202, subject]);
});

describe('an upload of 12 MB', () => {
  /** Starts an upload and waits until S3 has received its first part. */
  async function startUpload(): Promise<{ socket: Socket; since: string }> {
    const since = await readNow();
    const { hostname, port } = new URL(service.metadata.api);
    const socket = connect(Number(port), hostname);
    const head = [
      'POST /v1/emails HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${service.metadata.key}`,
      'Content-Type: application/json',
      `Content-Length: ${12 * megabyte}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(Buffer.alloc(6 * megabyte, ' '));
    await waitForS3Call('UploadPart', since);
    return { socket, since };
  }

  const waitForS3Call = (operation: string, since: string): Promise<void> =>
    waitUntil(
      async () => (await s3Calls(since)).includes(operation),
      () => `S3 received no ${operation} call`,
    );

  const listUnfinishedUploads = (): string[] => readdirSync(join(service.dataDir, 's3', 'uploads'));

  test('that is aborted leaves no object and no part', async () => {
    const { socket, since } = await startUpload();
    expect(listUnfinishedUploads()).toHaveLength(1);

    socket.destroy();
    await waitForS3Call('AbortMultipartUpload', since);

    expect(await s3Calls(since)).not.toContain('CompleteMultipartUpload');
    expect(listUnfinishedUploads()).toEqual([]);
  });

  test('that fails in S3 gets a 503 response and leaves nothing behind', async () => {
    const { socket, since } = await startUpload();
    await service.control('POST', '/faults', {
      service: 's3',
      operation: 'UploadPart',
      error: 'AccessDenied',
    });

    socket.write(Buffer.alloc(6 * megabyte, ' '));
    const [response] = (await once(socket, 'data')) as [Buffer];
    await service.control('DELETE', '/faults');
    socket.destroy();

    expect(response.toString()).toMatch(/^HTTP\/1\.1 503 /);
    expect(response.toString()).toMatch(/Retry-After: 5/i);
    expect(await s3Calls(since)).toContain('AbortMultipartUpload');
    expect(listUnfinishedUploads()).toEqual([]);
  });
});

//
test('a crash of the function while it reads the body causes a 500 response, because the outcome is unknown', async () => {
  await service.control('POST', '/faults', {
    service: 's3',
    operation: 'GetObject',
    crash: 'before',
    times: 1,
  });

  const response = await service.api('POST', '/v1/emails', { raw: padToSize(anEmail(), 4 * megabyte) });

  expect(refusalOf(response)).toMatchObject({ status: 500, type: 'internal_error' });
});

test('a crash of the function before the body is read causes a 503 response, because the request had no effect', async () => {
  const { key } = await aKey(service);
  const fault = {
    service: 'dynamodb',
    operation: 'GetItem',
    crash: 'before',
    times: 1,
    function: 'sendEmail',
  };
  await service.control('POST', '/faults', fault);

  const response = await service.api('POST', '/v1/emails', { key, raw: padToSize(anEmail(), 4 * megabyte) });

  expect(refusalOf(response)).toMatchObject({ status: 503, type: 'service_unavailable' });
  expect(response.headers.get('retry-after')).toBe('5');
});

test('an unknown route with a large body returns 404, and a page refuses a large body with HTML', async () => {
  const raw = padToSize({}, 4 * megabyte);

  const unknownRoute = await service.api('POST', '/v1/nothing', { raw });
  const unauthenticated = await service.api('POST', '/v1/nothing', { key: null, raw });
  const page = await service.api('POST', '/unsubscribe/nobody', { key: null, raw });

  expect(refusalOf(unknownRoute)).toMatchObject({ status: 404, type: 'not_found' });
  expect(refusalOf(unauthenticated)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(page.status).toBe(413);
  expect(page.headers.get('content-type')).toContain('text/html');
});
