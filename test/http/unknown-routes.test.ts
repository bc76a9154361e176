import { aKey, refusalOf, renamedChallenge, advanceToNextMinute, unknownKey } from '../support/api-helpers';
import { unknownId } from '../support/matchers';
import { useService } from '../support/use-service';

const service = useService();

const noRoute = { status: 404, type: 'not_found', message: 'No such API route' };

//
test.each([
  ['PUT', '/v1/emails', 'This path takes POST, GET'],
  ['PATCH', '/v1/emails/', 'This path takes POST, GET'],
  ['PUT', `/v1/emails/${unknownId}`, 'This path takes GET, DELETE'],
  ['GET', '/v1/domains/id/verify', 'This path takes POST'],
  ['GET', '/emails', 'Did you mean /v1/emails?'],
  ['GET', '/v2/emails', 'Did you mean /v1/emails?'],
  ['POST', '/v1/emial', 'Did you mean /v1/emails?'],
  ['GET', '/v1/Emails', 'Did you mean /v1/emails?'],
  ['GET', '/v1/email/abc', 'Did you mean /v1/emails/{id}?'],
  ['POST', '/v1/contact/x/tag/', 'Did you mean /v1/contacts/{id}/tags?'],
  ['GET', '/v1//webhook_endpoints', 'Did you mean /v1/webhook-endpoints?'],
])('%s %s gets a hint: %s', async (method, path, hint) => {
  expect(refusalOf(await service.api(method, path))).toEqual({
    ...noRoute,
    message: `No such API route. ${hint}`,
  });
});

//
test.each([
  ['PUT', '/v1/api-keys'],
  ['GET', '/v1/%3Cscript%3E'],
  ['GET', `/v1/${'x'.repeat(5_000)}`],
  ['GET', `/${'v1/'.repeat(1_000)}`],
])('%s %s gets no hint', async (method, path) => {
  expect(refusalOf(await service.api(method, path))).toEqual(noRoute);
});

const unknownRoutes = [
  ['GET', '/'],
  ['POST', '/'],
  ['GET', '/v1'],
  ['GET', '/v1/'],
  ['GET', '/favicon.ico'],
  ['GET', '/v2/emails'],
  ['GET', '/emails'],
  ['GET', '/v1/nothing'],
  ['PUT', '/v1/nothing/at/all'],
  ['PATCH', '/v1/emails'],
  ['DELETE', '/v1/emails'],
  ['PUT', '/v1/domains'],
  ['GET', '/v1/domains/id/verify'],
  ['POST', '/v1/emails/id/nothing'],
  ['GET', '/v1/Emails'],
  ['GET', '/v1/constructor'],
  ['GET', '/v1/%00'],
  ['GET', '/v1/nothing?status=unknown&limit=x'],
];

//
test.each(unknownRoutes)('%s %s responds with 404 to a valid key', async (method, path) => {
  const { message, ...refusal } = refusalOf(await service.api(method, path));

  expect(refusal).toEqual({ status: 404, type: 'not_found' });
  expect(message).toMatch(/^No such API route(\. |$)/);
});

//
test.each(unknownRoutes)('%s %s responds with 401 without a valid key', async (method, path) => {
  const withoutKey = await service.api(method, path, { key: null });
  const withUnknownKey = await service.api(method, path, { key: unknownKey });

  for (const response of [withoutKey, withUnknownKey]) {
    expect(refusalOf(response)).toMatchObject({ status: 401, type: 'unauthorized' });
    expect(response.headers.get(renamedChallenge)).toBe('Bearer');
  }
});

test('an unknown route requires no scope to respond with 404', async () => {
  const { key } = await aKey(service, { scopes: ['templates:read'] });

  expect(refusalOf(await service.api('GET', '/v1/nothing', { key }))).toEqual(noRoute);
});

test('a body that is not JSON is refused first', async () => {
  const response = await service.api('POST', '/v1/nothing', { key: null, raw: '{' });

  expect(refusalOf(response)).toMatchObject({ status: 400, type: 'invalid_json' });
});

test('a HEAD request gets a response without a body', async () => {
  const response = await fetch(`${service.metadata.api}/v1/emails`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${service.metadata.key}` },
  });

  expect(response.status).toBe(404);
  expect(await response.text()).toBe('');
});

test("a request to an unknown route counts against the key's rate limit", async () => {
  const readRemaining = async () => {
    const { headers } = await service.api('GET', '/v1/nothing');
    return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  };

  await advanceToNextMinute(service);
  const before = await readRemaining();

  expect(await readRemaining()).toBe(before - 1);
});
