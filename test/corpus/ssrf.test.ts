import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../shared/aws/dns';
import { checkDestination, checkWebhookUrl } from '../../shared/domain/platform/webhooks/url';
import { isUrl } from '../../shared/text/web-url';
import { ApiError } from '../../shared/core/errors';

interface Case {
  url: string;
  expected: {
    verdict: 'allow' | 'deny';
    status: 201 | 422;
    message?: string;
    accept_message?: string[];
    with_dns?: string[];
    verdict_without_dns?: 'allow';
  };
  /** Absent where the parser refuses the URL. */
  canonical_host?: string;
  reason: string;
  soft: boolean;
}

const manifest = join(process.env.CORPUS ?? '', 'ssrf/manifest.json');
const { cases }: { cases: Case[] } = JSON.parse(readFileSync(manifest, 'utf8'));
const hard = cases.filter(({ soft }) => !soft);
const soft = cases.filter((one) => one.soft);
const named = (some: readonly Case[]) => some.map((one) => [one.url, one.reason, one] as const);

const familyOf = (address: string): Address['family'] => (address.includes(':') ? 6 : 4);

const resolverOf =
  ({ expected }: Case) =>
  () =>
    Promise.resolve((expected.with_dns ?? []).map((address) => ({ address, family: familyOf(address) })));

const nowhere = () => Promise.resolve([]);

async function judge(url: string, resolve: () => Promise<Address[]>) {
  try {
    await checkWebhookUrl(url, resolve);
    return { verdict: 'allow', status: 201, message: undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { verdict: 'deny', status: error.status, message: error.message };
  }
}

test.each(named(hard))('%j: %s', async (url, _reason, one) => {
  const { verdict, status, message } = one.expected;

  const judged = await judge(url, resolverOf(one));

  expect(judged).toMatchObject({ verdict, status });
  if (message !== undefined) expect(judged.message).toBe(message);
});

test.each(named(hard.filter(({ expected }) => expected.verdict_without_dns)))(
  '%j is taken as long as it does not resolve',
  async (url) => {
    expect(await judge(url, nowhere)).toMatchObject({ verdict: 'allow' });
  },
);

// The rule leaves the verdict open, not how a refusal reads.
test.each(named(soft))('%j is judged: %s', async (url, _reason, one) => {
  const messages = one.expected.accept_message ?? ['url: must be a public http or https address'];

  const { verdict, message } = await judge(url, resolverOf(one));

  if (one.expected.accept_message) expect(verdict).toBe('deny');
  expect([...messages, undefined]).toContain(message);
});

test.each(named(cases.filter(({ canonical_host }) => canonical_host === undefined)))(
  'a delivery to %j goes nowhere: %s',
  async (url, _reason, one) => {
    expect(await checkDestination(url, resolverOf(one))).toMatchObject({ kind: 'blocked' });
  },
);

test.each(named(cases))('a delivery to %j goes where the check allowed it: %s', async (url, _reason, one) => {
  const { verdict } = await judge(url, resolverOf(one));

  const { kind } = await checkDestination(url, resolverOf(one));

  const resolves = one.reason === 'ip literal' || one.expected.with_dns !== undefined;
  expect(kind).toBe(verdict === 'allow' && resolves ? 'ok' : 'blocked');
});

test.each(named(cases.filter(({ canonical_host }) => canonical_host !== undefined)))(
  '%j is a URL: %s',
  (url) => {
    expect(isUrl(url)).toBe(true);
  },
);
