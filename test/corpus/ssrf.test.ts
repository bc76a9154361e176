import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../shared/aws/dns';
import { checkDestination, refuseUnusableUrl } from '../../shared/domain/platform/webhooks/check-destination';
import { isUrl } from '../../shared/text/web-url';
import { ApiError } from '../../shared/core/errors';

interface SsrfCase {
  url: string;
  expected: {
    verdict: 'allow' | 'deny';
    status: 201 | 422;
    message?: string;
    accept_message?: string[];
    with_dns?: string[];
    verdict_without_dns?: 'allow';
  };
  /** Absent if the parser refuses the URL. */
  canonical_host?: string;
  reason: string;
  soft: boolean;
}

const manifest = join(process.env.CORPUS ?? '', 'ssrf/manifest.json');
const { cases }: { cases: SsrfCase[] } = JSON.parse(readFileSync(manifest, 'utf8'));
const strictCases = cases.filter(({ soft }) => !soft);
const soft = cases.filter((ssrfCase) => ssrfCase.soft);
const namedCases = (someCases: readonly SsrfCase[]) =>
  someCases.map((ssrfCase) => [ssrfCase.url, ssrfCase.reason, ssrfCase] as const);

const familyOf = (address: string): Address['family'] => (address.includes(':') ? 6 : 4);

const resolverOf =
  ({ expected }: SsrfCase) =>
  () =>
    Promise.resolve((expected.with_dns ?? []).map((address) => ({ address, family: familyOf(address) })));

const resolveNone = () => Promise.resolve([]);

async function checkUrl(url: string, resolve: () => Promise<Address[]>) {
  try {
    await refuseUnusableUrl(url, resolve);
    return { verdict: 'allow', status: 201, message: undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { verdict: 'deny', status: error.status, message: error.message };
  }
}

// W-6
test.each(namedCases(strictCases))(
  'the URL check of %j has the expected result: %s',
  async (url, _reason, ssrfCase) => {
    const { verdict, status, message } = ssrfCase.expected;

    const result = await checkUrl(url, resolverOf(ssrfCase));

    expect(result).toMatchObject({ verdict, status });
    if (message !== undefined) expect(result.message).toBe(message);
  },
);

test.each(namedCases(strictCases.filter(({ expected }) => expected.verdict_without_dns)))(
  '%j is accepted if the host does not resolve',
  async (url) => {
    expect(await checkUrl(url, resolveNone)).toMatchObject({ verdict: 'allow' });
  },
);

// For these URLs, the corpus accepts either verdict, but specifies the message of a refusal.
test.each(namedCases(soft))(
  '%j is accepted or refused with the right message: %s',
  async (url, _reason, ssrfCase) => {
    const messages = ssrfCase.expected.accept_message ?? ['url: must be a public http or https address'];

    const { verdict, message } = await checkUrl(url, resolverOf(ssrfCase));

    if (ssrfCase.expected.accept_message) expect(verdict).toBe('deny');
    expect([...messages, undefined]).toContain(message);
  },
);

// W-24
test.each(namedCases(cases.filter(({ canonical_host }) => canonical_host === undefined)))(
  'a delivery to %j is blocked: %s',
  async (url, _reason, ssrfCase) => {
    expect(await checkDestination(url, resolverOf(ssrfCase))).toMatchObject({ kind: 'blocked' });
  },
);

test.each(namedCases(cases))(
  'a webhook is delivered to %j only if the URL check allows the URL and the host resolves: %s',
  async (url, _reason, ssrfCase) => {
    const { verdict } = await checkUrl(url, resolverOf(ssrfCase));

    const { kind } = await checkDestination(url, resolverOf(ssrfCase));

    const resolves = ssrfCase.reason === 'ip literal' || ssrfCase.expected.with_dns !== undefined;
    expect(kind).toBe(verdict === 'allow' && resolves ? 'ok' : 'blocked');
  },
);

test.each(namedCases(cases.filter(({ canonical_host }) => canonical_host !== undefined)))(
  '%j is a URL: %s',
  (url) => {
    expect(isUrl(url)).toBe(true);
  },
);
