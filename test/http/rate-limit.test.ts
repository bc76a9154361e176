import { aKey, refusalOf, advanceToNextMinute, unknownKey } from '../support/api-helpers';
import { aWorkspace } from '../support/factories';
import type { ApiResponse } from '../support/service';
import { useService } from '../support/use-service';

const service = useService();

/** Creates a workspace with a rate limit of three requests per minute, at the start of a minute. */
async function createRateLimitedWorkspace() {
  const workspace = await aWorkspace(service);
  const { key: secondKey } = await aKey(service, { creatorKey: workspace.key });
  await service.control('PATCH', `/workspaces/${workspace.id}`, { requests_per_minute: 3 });
  await advanceToNextMinute(service);
  return { ...workspace, second: secondKey };
}

async function sendRequests(count: number, key: string): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  while (responses.length < count) responses.push(await service.api('GET', '/v1/emails', { key }));
  return responses;
}

/** Returns the seconds until the end of the minute, from the RateLimit header. */
const secondsUntilReset = ({ headers }: ApiResponse) =>
  Number(/;t=(\d+)$/.exec(headers.get('ratelimit') ?? '')?.[1]);

//
test('the fourth request of a minute is refused, and each response reports the remaining requests', async () => {
  const { key } = await createRateLimitedWorkspace();

  const responses = await sendRequests(5, key);

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(responses.map(({ headers }) => headers.get('ratelimit')?.replace(/t=\d+/, 't'))).toEqual([
    '"minute";r=2;t',
    '"minute";r=1;t',
    '"minute";r=0;t',
    '"minute";r=0;t',
    '"minute";r=0;t',
  ]);
  for (const response of responses) {
    expect(response.headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
    expect(secondsUntilReset(response)).toBeGreaterThan(0);
    expect(secondsUntilReset(response)).toBeLessThanOrEqual(60);
  }
});

//
test('the response to a refused request reports in Retry-After when the next minute begins', async () => {
  const { key } = await createRateLimitedWorkspace();

  const refused = (await sendRequests(4, key))[3] as ApiResponse;

  expect(refusalOf(refused)).toEqual({
    status: 429,
    type: 'rate_limited',
    message: 'This credential made more than 3 requests in this minute. Retry when the minute ends',
  });
  expect(refused.headers.get('retry-after')).toBe(String(secondsUntilReset(refused)));
});

test('the response to an accepted request has no Retry-After', async () => {
  const { key } = await createRateLimitedWorkspace();

  const [first] = await sendRequests(1, key);

  expect(first?.headers.get('retry-after')).toBeNull();
});

//
test('each credential has its own rate limit', async () => {
  const { id, key, second: secondKey } = await createRateLimitedWorkspace();
  const { access_token: token } = await service.control('POST', `/workspaces/${id}/tokens`, {
    scopes: ['emails:read'],
  });
  await sendRequests(4, key);

  const [keyResponse] = await sendRequests(1, secondKey);
  const [tokenResponse] = await sendRequests(1, token);

  expect(keyResponse?.headers.get('ratelimit')).toMatch(/^"minute";r=2;/);
  expect(tokenResponse?.headers.get('ratelimit')).toMatch(/^"minute";r=2;/);
});

//
test('the limit resets in the next minute', async () => {
  const { key } = await createRateLimitedWorkspace();
  const refused = (await sendRequests(4, key))[3] as ApiResponse;

  await service.advance(Number(refused.headers.get('retry-after')) * 1000);
  const [first] = await sendRequests(1, key);

  expect(first?.status).toBe(200);
  expect(first?.headers.get('ratelimit')).toMatch(/^"minute";r=2;/);
});

test('a key created later has the rate limit of its workspace', async () => {
  const { key } = await createRateLimitedWorkspace();
  const { key: newKey } = await aKey(service, { creatorKey: key });

  const [first] = await sendRequests(1, newKey);

  expect(first?.headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
});

//
test('requests refused before authentication do not count against a key', async () => {
  const { key } = await createRateLimitedWorkspace();

  const refused = await service.api('POST', '/v1/emails', { key, raw: '{' });
  const [first] = await sendRequests(1, key);

  expect(refused.status).toBe(400);
  expect(refused.headers.get('ratelimit')).toBeNull();
  expect(first?.headers.get('ratelimit')).toMatch(/^"minute";r=2;/);
});

test('repeated requests with an unknown key cause no writes', async () => {
  const since = await service.now();

  const responses = await sendRequests(3, unknownKey);

  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
  // Excludes the calls of the scheduler, which runs in the background.
  const calls = (await service.calls(since)).filter((row) => row.function.endsWith('-listEmails'));
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'GetItem']);
});
