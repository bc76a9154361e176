import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { refusalOf } from '../support/api-helpers';
import { anEmail } from '../support/factories';
import { fileDomains } from '../support/file-domains';
import { useService } from '../support/use-service';

const service = useService();

/** The ingress stores ("parks") bodies of this size or more in S3, where the function reads them. */
const parkedFromBytes = 3_000_000;

const sendRaw = (raw: string | Buffer, headers: Record<string, string> = {}) =>
  service.api('POST', '/v1/emails', { raw, headers });

/** Returns the JSON, padded with white space to this size. */
const padJson = (body: unknown, bytes: number, space = ' '): string => {
  const json = JSON.stringify(body);
  return json + space.repeat(bytes - Buffer.byteLength(json));
};

//
test.each([
  ['nothing', ''],
  ['white space', ' \n '],
  ['a word', 'hello'],
  ['a form', 'from=desk&to=kim'],
  ['a truncated object', `{"from": "desk@${fileDomains().transactional}"`],
  ['text after the object', '{} {}'],
  ['an object in single quotes', "{'from': 1}"],
  ['a trailing comma', '{"from": 1,}'],
  ['a line break in a string', '{"from": "a\nb"}'],
  ['a byte order mark', '\uFEFF{}'],
  ['NaN', '{"from": NaN}'],
])('%s is not JSON', async (_description, raw) => {
  const response = await sendRaw(raw);

  expect(refusalOf(response)).toMatchObject({ status: 400, type: 'invalid_json' });
});

test.each([
  ['null', 'null'],
  ['a number', '1'],
  ['a string', '"hello"'],
  ['a list', '[]'],
  ['a list of emails', JSON.stringify([anEmail()])],
])('%s is JSON, but not an email', async (_description, raw) => {
  const response = await sendRaw(raw);

  expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
});

test('a route without a body schema accepts requests without a body or with any JSON', async () => {
  const path = '/v1/domains/00000000-0000-7000-8000-000000000000/verify';

  const withoutBody = await service.api('POST', path);
  const withJson = await service.api('POST', path, { raw: '{"deep": true}' });
  const withInvalidJson = await service.api('POST', path, { raw: '{' });

  expect(refusalOf(withoutBody)).toMatchObject({ status: 404 });
  expect(refusalOf(withJson)).toMatchObject({ status: 404 });
  expect(refusalOf(withInvalidJson)).toMatchObject({ status: 400, type: 'invalid_json' });
});

describe.each([
  ['a small body', 0],
  ['a parked body', parkedFromBytes],
])('%s', (_description, bytes) => {
  const body = () => padJson(anEmail({ text: 'Größe 👍' }), Math.max(bytes, 300));

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; profile=x; CHARSET=US-ASCII',
    'application/json',
  ])('is read as UTF-8 with the content type %s', async (type) => {
    const response = await sendRaw(body(), { 'Content-Type': type });

    expect(response).toMatchObject({ status: 202, body: { status: 'sent' } });
  });

  //
  test.each(['iso-8859-1', 'utf-16', 'windows-1252', 'utf-8x'])(
    'is refused with the charset %s',
    async (charset) => {
      const response = await sendRaw(body(), { 'Content-Type': `application/json; charset=${charset}` });

      expect(refusalOf(response)).toMatchObject({ status: 415, type: 'invalid_request' });
      expect(response.body.error.message).toContain(charset);
    },
  );

  //
  test.each(['gzip', 'br', 'deflate', 'gzip, identity', 'GZIP'])(
    'is refused with the content encoding %s',
    async (encoding) => {
      const response = await sendRaw(body(), { 'Content-Encoding': encoding });

      expect(refusalOf(response)).toMatchObject({ status: 415, type: 'invalid_request' });
    },
  );

  test('is accepted with the content encoding identity', async () => {
    const response = await sendRaw(body(), { 'Content-Encoding': 'identity' });

    expect(response.status).toBe(202);
  });
});

test.each([
  ['just below the parking threshold', parkedFromBytes - 1],
  ['at the parking threshold', parkedFromBytes],
  ['above the request limit of a function', 6_400_000],
  ['above the request limit of the gateway', 10_600_000],
])('a body with a size %s is read completely', async (_description, bytes) => {
  const subject = `Bytes: ${bytes}`;

  const sent = await sendRaw(padJson(anEmail({ subject }), bytes));
  const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

  expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(email.body.subject).toBe(subject);
});

test('a body whose size doubles when it is escaped in the event is accepted', async () => {
  const sent = await sendRaw(padJson(anEmail(), parkedFromBytes - 1, '\n'));

  expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
});

test('a body of unknown length is read completely', async () => {
  const json = JSON.stringify(anEmail({ subject: 'In parts' }));
  const outgoingRequest = request(`${service.metadata.api}/v1/emails`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.metadata.key}`, 'Content-Type': 'application/json' },
  });
  for (const chunk of [json.slice(0, 20), json.slice(20)]) outgoingRequest.write(chunk);
  outgoingRequest.end();
  const [response] = await once(outgoingRequest, 'response');
  response.resume();

  const [newestEmail] = (await service.api('GET', '/v1/emails?limit=1')).body.data;

  expect(response.statusCode).toBe(202);
  expect(newestEmail.subject).toBe('In parts');
});

test('a body of unknown length is refused above the limit', async () => {
  const outgoingRequest = request(`${service.metadata.api}/v1/emails`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.metadata.key}`, 'Content-Type': 'application/json' },
  });
  const responseEvent = once(outgoingRequest, 'response');
  for (let sent = 0; sent <= 15; sent++) outgoingRequest.write(Buffer.alloc(1_048_576, ' '));
  outgoingRequest.end();
  const [response] = await responseEvent;

  expect(response.statusCode).toBe(413);
  expect(await json(response)).toMatchObject({ error: { type: 'payload_too_large' } });
});

//
test.each([
  ['a small body', 500],
  ['a parked body', parkedFromBytes + 500],
])('if %s is truncated, no email is sent', async (_description, length) => {
  const subject = `Cut off at ${length}`;
  const { hostname, port } = new URL(service.metadata.api);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /v1/emails HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${service.metadata.key}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${JSON.stringify(anEmail({ subject }))}`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  await service.settle();

  const [newestEmail] = (await service.api('GET', '/v1/emails?limit=1')).body.data;

  expect(newestEmail.subject).not.toBe(subject);
});

test('a client cannot claim in a body, header or query that the ingress has parked the body', async () => {
  const reference = { key: 'somebody-elses', size: 2, admission: {} };

  const inBody = await sendRaw(JSON.stringify({ ...anEmail(), parkedBody: reference }));
  const inQuery = await service.api('POST', '/v1/emails?parkedBody=somebody-elses&announcedBody=2', {
    raw: '{',
    headers: { parkedBody: JSON.stringify(reference), announcedBody: JSON.stringify({ size: 2 }) },
  });

  expect(refusalOf(inBody)).toMatchObject({ status: 422, type: 'invalid_request' });
  expect(refusalOf(inQuery)).toMatchObject({ status: 400, type: 'invalid_json' });
});
