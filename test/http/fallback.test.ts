import { aKey, refusalOf, startNewMinute, unknownKey } from '../support/arrange';
import { theService } from '../support/the-service';

const service = theService();

const nowhere = { status: 404, type: 'not_found', message: 'No such API route' };

const unknown = [
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

test.each(unknown)('%s %s is no route to a valid key', async (method, path) => {
  expect(refusalOf(await service.api(method, path))).toEqual(nowhere);
});

test.each(unknown)('%s %s says nothing to who has no key', async (method, path) => {
  const without = await service.api(method, path, { key: null });
  const unknownToUs = await service.api(method, path, { key: unknownKey });

  for (const answer of [without, unknownToUs]) {
    expect(refusalOf(answer)).toMatchObject({ status: 401, type: 'unauthorized' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
});

test('no scope is needed to learn that there is no route', async () => {
  const { key } = await aKey(service, { scopes: ['templates:read'] });

  expect(refusalOf(await service.api('GET', '/v1/nothing', { key }))).toEqual(nowhere);
});

test('a body that is not JSON is refused first, as everywhere', async () => {
  const answer = await service.api('POST', '/v1/nothing', { key: null, raw: '{' });

  expect(refusalOf(answer)).toMatchObject({ status: 400, type: 'invalid_json' });
});

test('a HEAD request is answered without a body', async () => {
  const response = await fetch(`${service.at.api}/v1/emails`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${service.at.key}` },
  });

  expect(response.status).toBe(404);
  expect(await response.text()).toBe('');
});

test('what is no route counts on the allowance of the key', async () => {
  const left = async () => {
    const { headers } = await service.api('GET', '/v1/nothing');
    return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  };

  await startNewMinute(service);
  const before = await left();

  expect(await left()).toBe(before - 1);
});
