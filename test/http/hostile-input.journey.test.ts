import { anEmail } from '../support/factories';
import { useService } from '../support/use-service';

const service = useService();

const send = (body: unknown, headers: Record<string, string> = {}) =>
  service.api('POST', '/v1/emails', { body, headers });

const fetchRaw = async (id: string): Promise<string> => {
  const [mail] = await service.outbox(`?message_id=${id}`);
  const response = await fetch(
    `${service.metadata.console}/control/outbox/${String(mail?.provider_message_id)}/raw`,
  );
  return response.text();
};

test('a request with the same Idempotency-Key and a trailing slash in the path replays the response', async () => {
  const headers = { 'Idempotency-Key': 'slash' };

  const first = await send(anEmail(), headers);
  const second = await service.api('POST', '/v1/emails/', { body: anEmail(), headers });

  expect(second.headers.get('idempotent-replay')).toBe('true');
  expect(second.body).toEqual(first.body);
});

test.each([
  ['a subject', { subject: 'a\ud800' }],
  ['an unknown field', { '\ud800': 1 }],
  ['a file name', { attachments: [{ filename: 'a\udfff', content: 'AA==' }] }],
])('half of a surrogate pair in %s is refused as invalid JSON', async (_location, fields) => {
  const result = await send(anEmail(fields), { 'Idempotency-Key': 'half' });

  expect(result).toMatchObject({ status: 400, body: { error: { type: 'invalid_json' } } });
});

test('a whole surrogate pair is accepted', async () => {
  expect(await send(anEmail({ subject: 'a 👍' }))).toMatchObject({ status: 202 });
});

test.each([
  [100, 422],
  [101, 400],
  [100_000, 400],
])('a body nested %i levels deep gets status %i', async (depth, status) => {
  const raw = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  const result = await service.api('POST', '/v1/emails', { raw, headers: { 'Idempotency-Key': `${depth}` } });

  expect(result.status).toBe(status);
});

test('a hundred thousand unknown fields get an error with a hundred details', async () => {
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field${index}`, 1]));

  const result = await send(anEmail(fields));

  expect(result.status).toBe(422);
  expect(result.body.error.details).toHaveLength(100);
});

test('the name of a long unknown field is truncated in the error', async () => {
  const result = await send(anEmail({ ['x'.repeat(1_000_000)]: 1 }));

  expect(result.status).toBe(422);
  expect(result.body.error.details).toEqual([{ path: ['x'.repeat(100)], message: 'Unknown field' }]);
});

test.each(['<div>', '<table><tr><td>', '<div></b>'])(
  'HTML of fifty thousand nested %s is sent with its text',
  async (tag) => {
    const result = await send({ ...anEmail({ html: `${tag.repeat(50_000)}words` }), text: undefined });

    expect(result.status).toBe(202);
    // The text part comes first and must contain no tags.
    const [, textPart = ''] = (await fetchRaw(result.body.id)).split(/Content-Type: text\/(?:plain|html)/);
    expect(textPart).toContain('words');
    expect(textPart).not.toContain('<');
  },
);

test('a subject that looks encoded is encoded again, so that it arrives unchanged', async () => {
  const { body } = await send(anEmail({ subject: '=?UTF-8?Q?=0D=0ABcc:x?=' }));

  expect(await fetchRaw(body.id)).toMatch(/^Subject: =\?UTF-8\?B\?/m);
});

test('an attached message keeps its bytes, and no line of the email is too long', async () => {
  const content = Buffer.concat([Buffer.from('A'.repeat(2_000)), Buffer.from([0, 255, 10])]);
  const file = { filename: 'a.eml', content_type: 'message/rfc822', content: content.toString('base64') };

  const { body } = await send(anEmail({ attachments: [file] }));
  const raw = await fetchRaw(body.id);

  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(raw.replaceAll('\r\n', '')).toContain(content.toString('base64').slice(0, 500));
});

//
test('DynamoDB throttling causes a 503 response with Retry-After', async () => {
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'BatchGetItem',
    error: 'ThrottlingException',
    function: 'sendEmail',
  });

  const result = await send(anEmail());
  await service.control('DELETE', '/faults');

  expect(result).toMatchObject({ status: 503, body: { error: { type: 'service_unavailable' } } });
  expect(result.headers.get('retry-after')).toBe('5');
});
