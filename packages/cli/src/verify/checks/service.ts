import { CheckFailure, type Check } from '../check';
import type { VerifyContext } from '../context';
import { expectThat } from '../wait';

/** Signatures of webhooks, tokens and schedules are wrong if two clocks differ by more. */
const clockSkewMaxSeconds = 60;

/** The scopes that the checks use. */
const scopes = [
  ...['emails:send', 'emails:read', 'domains:read', 'domains:write', 'contacts:read', 'contacts:write'],
  ...['broadcasts:read', 'broadcasts:write', 'webhooks:read', 'webhooks:write', 'threads:read'],
];

export const serviceChecks: readonly Check[] = [
  {
    id: 'service',
    expected: 'the URL is a Carrier Nest service',
    run: checkService,
  },
  {
    id: 'key',
    expected: 'the key has every scope that the checks use, and no guardrail',
    needs: ['service'],
    run: checkKey,
  },
  {
    id: 'clock',
    expected: `the clocks of the service and of this machine differ by at most ${clockSkewMaxSeconds} s`,
    needs: ['key'],
    run: checkClock,
  },
  {
    id: 'limits',
    expected:
      'unknown key 401; a name of 120 characters 201, of 121 characters 422; the request rate in a header',
    needs: ['key'],
    run: checkLimits,
  },
];

async function checkService(ctx: VerifyContext): Promise<string> {
  const { url } = ctx.run.options;
  const response = await ctx.request('GET', `${url}/v1/openapi.json`, { key: null });
  const exchange = ctx.run.evidence.lastExchange(ctx.checkId);
  const text = await response.text();
  const version = response.headers.get('cn-version');
  if (response.status === 200 && version !== null && text.startsWith('{')) return `version ${version}`;
  throw new CheckFailure(
    'foreign-response',
    `${response.status} ${text.slice(0, 100).replace(/\s+/g, ' ')}`,
    { detail: text.slice(0, 1_000) },
    exchange,
  );
}

/** The time of a record is the time of the functions, which sign webhooks and send due emails. */
async function checkClock({ run, client }: VerifyContext): Promise<string> {
  const sentMs = Date.now();
  const { created_at: createdAt } = await client.createAudience({ name: `${run.runId} clock` });
  const nowMs = (sentMs + Date.now()) / 2;
  const skewSeconds = Math.round((Date.parse(createdAt) - nowMs) / 1_000);
  const direction = skewSeconds > 0 ? 'ahead of' : 'behind';
  const seen = `the service is ${Math.abs(skewSeconds)} s ${direction} this machine`;
  expectThat(Math.abs(skewSeconds) <= clockSkewMaxSeconds, seen, 'clock-skew', { detail: direction });
  return seen;
}

async function checkKey({ client }: VerifyContext): Promise<string> {
  const credential = await client.getCredential();
  const missing = scopes.filter((scope) => !credential.scopes.some((held) => held === scope));
  const guardrails = [
    ...(credential.daily_send_limit === null ? [] : ['a daily limit']),
    ...(credential.allowed_recipients.length === 0 ? [] : ['an allowlist']),
    ...(credential.requires_approval ? ['an approval hold'] : []),
  ];
  const problems = [
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(guardrails.length > 0 ? [`has ${guardrails.join(' and ')}`] : []),
  ];
  expectThat(problems.length === 0, `the key ${problems.join(' and ')}`, 'guarded-key', {
    detail: [...missing, ...guardrails].join(', '),
  });
  return `${credential.scopes.length} scopes`;
}

async function checkLimits(ctx: VerifyContext): Promise<string> {
  const { url } = ctx.run.options;
  const unknownKey = `sk_live_${'0'.repeat(43)}`;
  const unauthorized = await ctx.request('GET', `${url}/v1/credential`, { key: unknownKey });
  const createNamed = (length: number) =>
    ctx.request('POST', `${url}/v1/audiences`, { body: { name: ctx.run.runId.padEnd(length, '.') } });
  const atLimit = await createNamed(120);
  const aboveLimit = await createNamed(121);
  const rate = atLimit.headers.get('ratelimit') ?? 'no RateLimit header';
  const seen = `${unauthorized.status}; ${atLimit.status}, ${aboveLimit.status}; ${rate}`;
  if (atLimit.status >= 500)
    throw new CheckFailure(
      'refused',
      seen,
      {},
      ctx.run.evidence.exchanges.findLast(({ status }) => status === atLimit.status),
    );
  expectThat(/^401; 201, 422; .*r=\d+/.test(seen), seen);
  return seen;
}
