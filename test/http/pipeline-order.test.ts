import { randomUUID } from 'node:crypto';
import { megabyte } from '../../shared/http/route';
import { aKey, refusalOf, scopesWithout, advanceToNextMinute } from '../support/api-helpers';
import { anEmail, aWorkspace } from '../support/factories';
import { useService } from '../support/use-service';

/** Each request has two faults that are adjacent in the order of checks. The response names the first fault. */
const service = useService();

const notUtf8 = { 'Content-Type': 'application/json; charset=iso-8859-1' };

test('the size is checked before the encoding', async () => {
  const response = await service.api('POST', '/v1/domains', {
    raw: ' '.repeat(5 * megabyte + 1),
    headers: { 'Content-Encoding': 'gzip' },
  });

  expect(refusalOf(response)).toMatchObject({ status: 413, type: 'payload_too_large' });
});

test('the charset is checked before the JSON', async () => {
  const response = await service.api('POST', '/v1/emails', { raw: '{', headers: notUtf8 });

  expect(refusalOf(response)).toMatchObject({ status: 415, type: 'invalid_request' });
});

//
test('the JSON is checked before the credential', async () => {
  const response = await service.api('POST', '/v1/emails', { key: null, raw: '{' });

  expect(refusalOf(response)).toMatchObject({ status: 400, type: 'invalid_json' });
});

//
test('the credential is checked before the rate limit, so a revoked key is unauthorized, not rate-limited', async () => {
  const { id, key: owner } = await aWorkspace(service);
  const { id: keyId, key } = await aKey(service, { creatorKey: owner });
  await service.control('PATCH', `/workspaces/${id}`, { requests_per_minute: 1 });
  await advanceToNextMinute(service);
  await service.api('GET', '/v1/emails', { key });
  const rateLimited = await service.api('GET', '/v1/emails', { key });

  await service.api('DELETE', `/v1/api-keys/${keyId}`, { key: owner });
  const response = await service.api('GET', '/v1/emails', { key });

  expect(refusalOf(rateLimited)).toMatchObject({ status: 429, type: 'rate_limited' });
  expect(refusalOf(response)).toMatchObject({ status: 401, type: 'unauthorized' });
});

//
test('the rate limit is checked before the scope, and before an unknown route is refused', async () => {
  const { id, key: owner } = await aWorkspace(service);
  const { key } = await aKey(service, { creatorKey: owner, scopes: scopesWithout(['emails:read']) });
  await service.control('PATCH', `/workspaces/${id}`, { requests_per_minute: 1 });
  await advanceToNextMinute(service);

  const withinLimit = await service.api('GET', '/v1/emails', { key });
  const overLimit = await service.api('GET', '/v1/emails', { key });
  const unknownRoute = await service.api('GET', '/v1/nothing', { key });

  expect(refusalOf(withinLimit)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(refusalOf(overLimit)).toMatchObject({ status: 429, type: 'rate_limited' });
  expect(refusalOf(unknownRoute)).toMatchObject({ status: 429, type: 'rate_limited' });
});

//
test('the scope is checked before the Idempotency-Key, even on a replay', async () => {
  const { key } = await aKey(service, { scopes: scopesWithout(['emails:send']) });
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = anEmail();
  await service.api('POST', '/v1/emails', { body, headers });

  const replay = await service.api('POST', '/v1/emails', { key, body, headers });
  const otherResponse = await service.api('POST', '/v1/emails', {
    key,
    body: anEmail({ text: 'Other' }),
    headers,
  });

  expect(refusalOf(replay)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(refusalOf(otherResponse)).toMatchObject({ status: 403, type: 'forbidden' });
});

//
test('the Idempotency-Key is checked before the body is validated', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  await service.api('POST', '/v1/emails', { body: anEmail(), headers });

  const response = await service.api('POST', '/v1/emails', { body: { unknown: true }, headers });

  expect(refusalOf(response)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
});

test('the body of a key update is checked before the key is looked up', async () => {
  const missing = `/v1/api-keys/${randomUUID()}`;

  const body = await service.api('PATCH', missing, { body: { colour: 'red' } });
  const record = await service.api('PATCH', missing, { body: { name: 'Robot' } });

  expect(refusalOf(body)).toMatchObject({ status: 422, type: 'invalid_request' });
  expect(refusalOf(record)).toMatchObject({ status: 404, type: 'not_found' });
});
