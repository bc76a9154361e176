import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { refusalOf } from '../support/arrange';
import { anEmail } from '../support/factories';
import { ownDomains } from '../support/own-domains';
import { theService } from '../support/the-service';

const service = theService();

/** From here on a body is parked on its way to the function. */
const parkedFromBytes = 3_000_000;

const sendRaw = (raw: string | Buffer, headers: Record<string, string> = {}) =>
  service.api('POST', '/v1/emails', { raw, headers });

/** The same JSON, made longer by white space. */
const padded = (body: unknown, bytes: number, space = ' '): string => {
  const json = JSON.stringify(body);
  return json + space.repeat(bytes - Buffer.byteLength(json));
};

test.each([
  ['nothing', ''],
  ['white space', ' \n '],
  ['a word', 'hello'],
  ['a form', 'from=desk&to=kim'],
  ['an object that is cut off', `{"from": "desk@${ownDomains().transactional}"`],
  ['an object and something behind it', '{} {}'],
  ['single quotes', "{'from': 1}"],
  ['a comma too many', '{"from": 1,}'],
  ['a line break in a text', '{"from": "a\nb"}'],
  ['a byte order mark', '\uFEFF{}'],
  ['NaN', '{"from": NaN}'],
])('%s is not JSON', async (_what, raw) => {
  const answer = await sendRaw(raw);

  expect(refusalOf(answer)).toMatchObject({ status: 400, type: 'invalid_json' });
});

test.each([
  ['null', 'null'],
  ['a number', '1'],
  ['a text', '"hello"'],
  ['a list', '[]'],
  ['a list of emails', JSON.stringify([anEmail()])],
])('%s is JSON, but no email', async (_what, raw) => {
  const answer = await sendRaw(raw);

  expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
});

test('where no body is asked for, none, and any JSON, will do', async () => {
  const path = '/v1/domains/00000000-0000-7000-8000-000000000000/verify';

  const none = await service.api('POST', path);
  const some = await service.api('POST', path, { raw: '{"deep": true}' });
  const broken = await service.api('POST', path, { raw: '{' });

  expect(refusalOf(none)).toMatchObject({ status: 404 });
  expect(refusalOf(some)).toMatchObject({ status: 404 });
  expect(refusalOf(broken)).toMatchObject({ status: 400, type: 'invalid_json' });
});

describe.each([
  ['a small body', 0],
  ['a parked body', parkedFromBytes],
])('%s', (_what, bytes) => {
  const body = () => padded(anEmail({ text: 'Größe 👍' }), Math.max(bytes, 300));

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; profile=x; CHARSET=US-ASCII',
    'application/json',
  ])('is read as UTF-8 with the type %s', async (type) => {
    const answer = await sendRaw(body(), { 'Content-Type': type });

    expect(answer).toMatchObject({ status: 202, body: { status: 'sent' } });
  });

  test.each(['iso-8859-1', 'utf-16', 'windows-1252', 'utf-8x'])('is refused in %s', async (charset) => {
    const answer = await sendRaw(body(), { 'Content-Type': `application/json; charset=${charset}` });

    expect(refusalOf(answer)).toMatchObject({ status: 415, type: 'invalid_request' });
    expect(answer.body.error.message).toContain(charset);
  });

  test.each(['gzip', 'br', 'deflate', 'gzip, identity', 'GZIP'])('is refused as %s', async (encoding) => {
    const answer = await sendRaw(body(), { 'Content-Encoding': encoding });

    expect(refusalOf(answer)).toMatchObject({ status: 415, type: 'invalid_request' });
  });

  test('may say that it is not encoded', async () => {
    const answer = await sendRaw(body(), { 'Content-Encoding': 'identity' });

    expect(answer.status).toBe(202);
  });
});

test.each([
  ['just before it is parked', parkedFromBytes - 1],
  ['as soon as it is parked', parkedFromBytes],
  ['above what fits into a function', 6_400_000],
  ['above what the gateway takes', 10_600_000],
])('a body arrives %s', async (_when, bytes) => {
  const subject = `Bytes: ${bytes}`;

  const sent = await sendRaw(padded(anEmail({ subject }), bytes));
  const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

  expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(email.body.subject).toBe(subject);
});

test('a body whose bytes all double inside an event fits all the same', async () => {
  const sent = await sendRaw(padded(anEmail(), parkedFromBytes - 1, '\n'));

  expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
});

test('a body of unknown length is read to its end', async () => {
  const json = JSON.stringify(anEmail({ subject: 'In parts' }));
  const outgoing = request(`${service.at.api}/v1/emails`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.at.key}`, 'Content-Type': 'application/json' },
  });
  for (const part of [json.slice(0, 20), json.slice(20)]) outgoing.write(part);
  outgoing.end();
  const [answer] = await once(outgoing, 'response');
  answer.resume();

  const [newest] = (await service.api('GET', '/v1/emails?limit=1')).body.data;

  expect(answer.statusCode).toBe(202);
  expect(newest.subject).toBe('In parts');
});

test('a body of unknown length is refused above the limit', async () => {
  const outgoing = request(`${service.at.api}/v1/emails`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.at.key}`, 'Content-Type': 'application/json' },
  });
  const answered = once(outgoing, 'response');
  for (let sent = 0; sent <= 15; sent++) outgoing.write(Buffer.alloc(1_048_576, ' '));
  outgoing.end();
  const [answer] = await answered;
  let text = '';
  for await (const part of answer) text += part;

  expect(answer.statusCode).toBe(413);
  expect(JSON.parse(text).error.type).toBe('payload_too_large');
});

test.each([
  ['a small body', 500],
  ['a parked body', parkedFromBytes + 500],
])('%s that is cut off sends nothing', async (_what, length) => {
  const subject = `Cut off at ${length}`;
  const { hostname, port } = new URL(service.at.api);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /v1/emails HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${service.at.key}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${JSON.stringify(anEmail({ subject }))}`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  await service.settle();

  const [newest] = (await service.api('GET', '/v1/emails?limit=1')).body.data;

  expect(newest.subject).not.toBe(subject);
});

test('a body cannot say that it was parked, nor can a header or a query', async () => {
  const reference = { key: 'somebody-elses', size: 2, admission: {} };

  const asBody = await sendRaw(JSON.stringify({ ...anEmail(), parkedBody: reference }));
  const asQuery = await service.api('POST', '/v1/emails?parkedBody=somebody-elses&announcedBody=2', {
    raw: '{',
    headers: { parkedBody: JSON.stringify(reference), announcedBody: JSON.stringify({ size: 2 }) },
  });

  expect(refusalOf(asBody)).toMatchObject({ status: 422, type: 'invalid_request' });
  expect(refusalOf(asQuery)).toMatchObject({ status: 400, type: 'invalid_json' });
});
