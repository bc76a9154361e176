import { randomUUID } from 'node:crypto';
import { megabyte } from '../../shared/http/route';
import { aKey, refusalOf, scopesWithout, startNewMinute } from '../support/arrange';
import { anEmail, aWorkspace } from '../support/factories';
import { theService } from '../support/the-service';

/** Each request has two faults, neighbours in core.md's order of rejection: the earlier one is named. */
const service = theService();

const notUtf8 = { 'Content-Type': 'application/json; charset=iso-8859-1' };

test('too large comes before the encoding', async () => {
  const answer = await service.api('POST', '/v1/domains', {
    raw: ' '.repeat(5 * megabyte + 1),
    headers: { 'Content-Encoding': 'gzip' },
  });

  expect(refusalOf(answer)).toMatchObject({ status: 413, type: 'payload_too_large' });
});

test('the charset comes before the JSON', async () => {
  const answer = await service.api('POST', '/v1/emails', { raw: '{', headers: notUtf8 });

  expect(refusalOf(answer)).toMatchObject({ status: 415, type: 'invalid_request' });
});

test('the JSON comes before the credential', async () => {
  const answer = await service.api('POST', '/v1/emails', { key: null, raw: '{' });

  expect(refusalOf(answer)).toMatchObject({ status: 400, type: 'invalid_json' });
});

test('the credential comes before the allowance: a revoked key is unknown, not too fast', async () => {
  const { id, key: owner } = await aWorkspace(service);
  const { id: keyId, key } = await aKey(service, { by: owner });
  await service.control('PATCH', `/workspaces/${id}`, { requests_per_minute: 1 });
  await startNewMinute(service);
  await service.api('GET', '/v1/emails', { key });
  const tooFast = await service.api('GET', '/v1/emails', { key });

  await service.api('DELETE', `/v1/api-keys/${keyId}`, { key: owner });
  const answer = await service.api('GET', '/v1/emails', { key });

  expect(refusalOf(tooFast)).toMatchObject({ status: 429, type: 'rate_limited' });
  expect(refusalOf(answer)).toMatchObject({ status: 401, type: 'unauthorized' });
});

test('the allowance comes before the scope, and before a path that is no route', async () => {
  const { id, key: owner } = await aWorkspace(service);
  const { key } = await aKey(service, { by: owner, scopes: scopesWithout(['emails:read']) });
  await service.control('PATCH', `/workspaces/${id}`, { requests_per_minute: 1 });
  await startNewMinute(service);

  const within = await service.api('GET', '/v1/emails', { key });
  const above = await service.api('GET', '/v1/emails', { key });
  const nowhere = await service.api('GET', '/v1/nothing', { key });

  expect(refusalOf(within)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(refusalOf(above)).toMatchObject({ status: 429, type: 'rate_limited' });
  expect(refusalOf(nowhere)).toMatchObject({ status: 429, type: 'rate_limited' });
});

test('the scope comes before the reused key, also on a replay', async () => {
  const { key } = await aKey(service, { scopes: scopesWithout(['emails:send']) });
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = anEmail();
  await service.api('POST', '/v1/emails', { body, headers });

  const replay = await service.api('POST', '/v1/emails', { key, body, headers });
  const other = await service.api('POST', '/v1/emails', { key, body: anEmail({ text: 'Other' }), headers });

  expect(refusalOf(replay)).toMatchObject({ status: 403, type: 'forbidden' });
  expect(refusalOf(other)).toMatchObject({ status: 403, type: 'forbidden' });
});

test('the reused key comes before the validation', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  await service.api('POST', '/v1/emails', { body: anEmail(), headers });

  const answer = await service.api('POST', '/v1/emails', { body: { unknown: true }, headers });

  expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'idempotency_key_reused' });
});

test('the body comes before the record, where the specification says so', async () => {
  const missing = `/v1/api-keys/${randomUUID()}`;

  const body = await service.api('PATCH', missing, { body: { colour: 'red' } });
  const record = await service.api('PATCH', missing, { body: { name: 'Robot' } });

  expect(refusalOf(body)).toMatchObject({ status: 422, type: 'invalid_request' });
  expect(refusalOf(record)).toMatchObject({ status: 404, type: 'not_found' });
});
