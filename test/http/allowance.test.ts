import { aKey, refusalOf, startNewMinute, unknownKey } from '../support/arrange';
import { aWorkspace } from '../support/factories';
import type { Answer } from '../support/service';
import { theService } from '../support/the-service';

const service = theService();

/** A workspace whose keys may make three requests a minute, at the start of a minute. */
async function aSlowWorkspace() {
  const workspace = await aWorkspace(service);
  const { key: second } = await aKey(service, { by: workspace.key });
  await service.control('PATCH', `/workspaces/${workspace.id}`, { requests_per_minute: 3 });
  await startNewMinute(service);
  return { ...workspace, second };
}

async function requests(count: number, key: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) answers.push(await service.api('GET', '/v1/emails', { key }));
  return answers;
}

/** The seconds until the minute ends, as the RateLimit field says. */
const resetOf = ({ headers }: Answer) => Number(/;t=(\d+)$/.exec(headers.get('ratelimit') ?? '')?.[1]);

test('the fourth request of a minute is refused, and each answer says what is left', async () => {
  const { key } = await aSlowWorkspace();

  const answers = await requests(5, key);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers.map(({ headers }) => headers.get('ratelimit')?.replace(/t=\d+/, 't'))).toEqual([
    '"minute";r=2;t',
    '"minute";r=1;t',
    '"minute";r=0;t',
    '"minute";r=0;t',
    '"minute";r=0;t',
  ]);
  for (const answer of answers) {
    expect(answer.headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
    expect(resetOf(answer)).toBeGreaterThan(0);
    expect(resetOf(answer)).toBeLessThanOrEqual(60);
  }
});

test('a refused request says in Retry-After when the next minute begins', async () => {
  const { key } = await aSlowWorkspace();

  const refused = (await requests(4, key))[3] as Answer;

  expect(refusalOf(refused)).toEqual({
    status: 429,
    type: 'rate_limited',
    message: 'More than 3 requests in this minute',
  });
  expect(refused.headers.get('retry-after')).toBe(String(resetOf(refused)));
});

test('only answers of 429 have Retry-After', async () => {
  const { key } = await aSlowWorkspace();

  const [first] = await requests(1, key);

  expect(first?.headers.get('retry-after')).toBeNull();
});

test('each credential has an allowance of its own', async () => {
  const { id, key, second } = await aSlowWorkspace();
  const { access_token: token } = await service.control('POST', `/workspaces/${id}/tokens`, {
    scopes: ['emails:read'],
  });
  await requests(4, key);

  const [byKey] = await requests(1, second);
  const [byToken] = await requests(1, token);

  expect(byKey?.headers.get('ratelimit')).toMatch(/^"minute";r=2;/);
  expect(byToken?.headers.get('ratelimit')).toMatch(/^"minute";r=2;/);
});

test('the next minute brings the whole allowance back', async () => {
  const { key } = await aSlowWorkspace();
  const refused = (await requests(4, key))[3] as Answer;

  await service.advance(Number(refused.headers.get('retry-after')) * 1000);
  const [first] = await requests(1, key);

  expect(first?.status).toBe(200);
  expect(first?.headers.get('ratelimit')).toMatch(/^"minute";r=2;/);
});

test('a key that is made later has the allowance of its workspace', async () => {
  const { key } = await aSlowWorkspace();
  const { key: later } = await aKey(service, { by: key });

  const [first] = await requests(1, later);

  expect(first?.headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
});

test('requests without a valid credential take nothing from anybody', async () => {
  const { key } = await aSlowWorkspace();

  const refused = await service.api('POST', '/v1/emails', { key, raw: '{' });
  const [first] = await requests(1, key);

  expect(refused.status).toBe(400);
  expect(refused.headers.get('ratelimit')).toBeNull();
  expect(first?.headers.get('ratelimit')).toMatch(/^"minute";r=2;/);
});

test('a key that nobody has writes nothing, however often it is tried', async () => {
  const since = await service.now();

  const answers = await requests(3, unknownKey);

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  // Beside what is due, which the service looks for by itself.
  const calls = (await service.calls(since)).filter((row) => row.function.endsWith('-listEmails'));
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem', 'GetItem']);
});
