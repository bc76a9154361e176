import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { megabyte } from '../../shared/http/route';
import { aKey, refusalOf, scopesWithout, startNewMinute, unknownKey } from '../support/arrange';
import { anEmail, aWorkspace } from '../support/factories';
import { uploadHalf } from '../support/half-upload';
import type { CallRow } from '../support/service';
import { theService } from '../support/the-service';
import { until } from '../support/until';

/** Bodies that go through the ingress: what it asks before it reads one, and what is left of one that ends early. */
const service = theService();

const emails = () => `${service.at.api}/v1/emails`;
const batch = () => `${service.at.api}/v1/emails/batch`;

const now = (): Promise<string> => service.now();

const s3Calls = async (since: string): Promise<string[]> =>
  (await service.calls(since))
    .filter((call: CallRow) => call.service === 's3')
    .map(({ operation }) => operation);

/** Of `bytes` bytes: JSON and white space. */
const sized = (body: unknown, bytes: number): Buffer => {
  const json = Buffer.from(JSON.stringify(body));
  return Buffer.concat([json, Buffer.alloc(bytes - json.length, ' ')]);
};

describe('a client that is still writing is answered, and nothing is stored', () => {
  test('401 for a key that nobody has', async () => {
    const since = await now();

    const seen = await uploadHalf(batch(), { key: unknownKey, bytes: 20 * megabyte, written: megabyte });

    expect(seen).toMatchObject({ status: 401, type: 'unauthorized' });
    expect(await s3Calls(since)).toEqual([]);
  });

  test('413 for more than the route takes', async () => {
    const since = await now();

    const seen = await uploadHalf(emails(), { key: service.at.key, bytes: 20 * megabyte, written: megabyte });

    expect(seen).toMatchObject({ status: 413, type: 'payload_too_large' });
    expect(await s3Calls(since)).toEqual([]);
  });

  test('403 for a key without the scope', async () => {
    const { key } = await aKey(service, { scopes: scopesWithout(['emails:send']) });
    const since = await now();

    const seen = await uploadHalf(batch(), { key, bytes: 20 * megabyte, written: megabyte });

    expect(seen).toMatchObject({ status: 403, type: 'forbidden' });
    expect(await s3Calls(since)).toEqual([]);
  });

  test('429 for a key that has used its minute', async () => {
    const { id, key } = await aWorkspace(service);
    await service.control('PATCH', `/workspaces/${id}`, { requests_per_minute: 1 });
    await startNewMinute(service);
    await service.api('GET', '/v1/emails', { key });

    const seen = await uploadHalf(batch(), { key, bytes: 20 * megabyte, written: megabyte });

    expect(seen).toMatchObject({ status: 429, type: 'rate_limited' });
    expect(seen.headers).toHaveProperty('retry-after');
  });

  test('413 as soon as a body of unknown length is longer than the route takes', async () => {
    const since = await now();

    const seen = await uploadHalf(`${service.at.api}/v1/topics`, {
      key: service.at.key,
      written: 6 * megabyte,
    });

    expect(seen).toMatchObject({ status: 413, type: 'payload_too_large' });
    expect(await s3Calls(since)).not.toContain('CompleteMultipartUpload');
  });
});

test('a client that reads nothing before it has written all of it has its answer too', async () => {
  const answer = await service.api('POST', '/v1/emails/batch', {
    key: unknownKey,
    raw: Buffer.alloc(20 * megabyte, ' '),
  });

  expect(refusalOf(answer)).toMatchObject({ status: 401, type: 'unauthorized' });
});

test('the credential comes before the JSON, and the size before the credential', async () => {
  const broken = Buffer.alloc(4 * megabyte, '{');

  const known = await service.api('POST', '/v1/emails', { raw: broken });
  const unknown = await service.api('POST', '/v1/emails', { key: unknownKey, raw: broken });
  const tooLarge = await service.api('POST', '/v1/topics', {
    key: unknownKey,
    raw: Buffer.alloc(6 * megabyte, '{'),
  });

  expect(refusalOf(known)).toMatchObject({ status: 400, type: 'invalid_json' });
  expect(refusalOf(unknown)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(refusalOf(tooLarge)).toMatchObject({ status: 413, type: 'payload_too_large' });
});

test('a large body is one request of the minute, and its answer says what is left', async () => {
  const { key } = await aKey(service);
  await startNewMinute(service);

  const answers = [
    await service.api('POST', '/v1/emails', { key, raw: sized(anEmail(), 4 * megabyte) }),
    await service.api('GET', '/v1/emails', { key }),
  ];

  const left = answers.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
  expect(answers.map(({ status }) => status)).toEqual([202, 200]);
  expect(left[1]).toBe(Number(left[0]) - 1);
});

test('two large bodies at the same time do not mix', async () => {
  const subjects = ['The first', 'The second'];

  const answers = await Promise.all(
    subjects.map((subject) =>
      service.api('POST', '/v1/emails', { raw: sized(anEmail({ subject }), 12 * megabyte) }),
    ),
  );
  const stored = await Promise.all(
    answers.map(async ({ body }) => (await service.api('GET', `/v1/emails/${body.id}`)).body.subject),
  );

  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(stored).toEqual(subjects);
});

test.each([
  ['exactly one part', 5 * megabyte],
  ['a part and a byte', 5 * megabyte + 1],
  ['exactly three parts', 15 * megabyte],
])('a body of %s arrives whole', async (_what, bytes) => {
  const subject = `Parts: ${bytes}`;

  const sent = await service.api('POST', '/v1/emails', { raw: sized(anEmail({ subject }), bytes) });
  const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

  expect([sent.status, email.body.subject]).toEqual([202, subject]);
});

describe('an upload of 12 MB', () => {
  /** Writes the first of its parts, and waits until S3 has it. */
  async function begin(): Promise<{ socket: Socket; since: string }> {
    const since = await now();
    const { hostname, port } = new URL(service.at.api);
    const socket = connect(Number(port), hostname);
    const head = [
      'POST /v1/emails HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${service.at.key}`,
      'Content-Type: application/json',
      `Content-Length: ${12 * megabyte}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(Buffer.alloc(6 * megabyte, ' '));
    await called('UploadPart', since);
    return { socket, since };
  }

  const called = (operation: string, since: string): Promise<void> =>
    until(
      async () => (await s3Calls(since)).includes(operation),
      () => `S3 saw no ${operation}`,
    );

  const unfinished = (): string[] => readdirSync(join(service.dataDir, 's3', 'uploads'));

  test('that is cut off leaves no object and no part', async () => {
    const { socket, since } = await begin();
    expect(unfinished()).toHaveLength(1);

    socket.destroy();
    await called('AbortMultipartUpload', since);

    expect(await s3Calls(since)).not.toContain('CompleteMultipartUpload');
    expect(unfinished()).toEqual([]);
  });

  test('that S3 fails in the middle of is answered 503, and leaves nothing', async () => {
    const { socket, since } = await begin();
    await service.control('POST', '/faults', {
      service: 's3',
      operation: 'UploadPart',
      error: 'AccessDenied',
    });

    socket.write(Buffer.alloc(6 * megabyte, ' '));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    await service.control('DELETE', '/faults');
    socket.destroy();

    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer.toString()).toMatch(/Retry-After: 5/i);
    expect(await s3Calls(since)).toContain('AbortMultipartUpload');
    expect(unfinished()).toEqual([]);
  });
});

test('a function that dies on the whole request is answered 500: nobody knows what it did', async () => {
  await service.control('POST', '/faults', {
    service: 's3',
    operation: 'GetObject',
    crash: 'before',
    times: 1,
  });

  const answer = await service.api('POST', '/v1/emails', { raw: sized(anEmail(), 4 * megabyte) });

  expect(refusalOf(answer)).toMatchObject({ status: 500, type: 'internal_error' });
});

test('a function that dies when it is asked is answered 503: nothing was done', async () => {
  const { key } = await aKey(service);
  const fault = {
    service: 'dynamodb',
    operation: 'GetItem',
    crash: 'before',
    times: 1,
    function: 'sendEmail',
  };
  await service.control('POST', '/faults', fault);

  const answer = await service.api('POST', '/v1/emails', { key, raw: sized(anEmail(), 4 * megabyte) });

  expect(refusalOf(answer)).toMatchObject({ status: 503, type: 'service_unavailable' });
  expect(answer.headers.get('retry-after')).toBe('5');
});

test('what is no route is 404 with a large body too, and a page is refused as a page', async () => {
  const raw = sized({}, 4 * megabyte);

  const nowhere = await service.api('POST', '/v1/nothing', { raw });
  const stranger = await service.api('POST', '/v1/nothing', { key: null, raw });
  const page = await service.api('POST', '/unsubscribe/nobody', { key: null, raw });

  expect(refusalOf(nowhere)).toMatchObject({ status: 404, type: 'not_found' });
  expect(refusalOf(stranger)).toMatchObject({ status: 401, type: 'unauthorized' });
  expect(page.status).toBe(413);
  expect(page.headers.get('content-type')).toContain('text/html');
});
