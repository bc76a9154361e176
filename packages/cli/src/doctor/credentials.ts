import { ask, CallTrouble } from './ask';
import { asked } from './aws-command';
import { looked, nothingToLookAt, type Check, type Finding } from './check';
import type { Ctx } from './context';

/** Whom AWS knows us as, and how far this machine's clock is ahead of AWS's. */
export interface Identity {
  caller: { account: string; arn: string } | CallTrouble;
  offsetMs: number | undefined;
}

const action = 'sts:GetCallerIdentity';

/** It needs no permission, so it says no only to wrong credentials. */
export async function askCaller(ctx: Ctx): Promise<Identity> {
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const client = new STSClient(ctx.client());
  let offsetMs: number | undefined;
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      offsetMs = offsetOf(result.response) ?? offsetMs;
      return result;
    },
    // Next to the wire: a refusal has a date too.
    { step: 'deserialize', priority: 'low' },
  );
  try {
    const { Account = '', Arn = '' } = await ask(action, (abortSignal) =>
      client.send(new GetCallerIdentityCommand({}), { abortSignal }),
    );
    return { caller: { account: Account, arn: Arn }, offsetMs };
  } catch (error) {
    if (error instanceof CallTrouble) return { caller: error, offsetMs };
    throw error;
  }
}

function offsetOf(response: unknown): number | undefined {
  const { headers = {} } = Object(response) as { headers?: Record<string, string> };
  const at = Date.parse(headers['date'] ?? '');
  return Number.isNaN(at) ? undefined : Date.now() - at;
}

export const credentials: Check = {
  id: 'account.credentials',
  title: 'AWS takes your credentials',
  only: 'deployed',
  run: async (ctx) => {
    const { caller } = await ctx.caller();
    const source = sourceOf(ctx);
    if (!(caller instanceof CallTrouble)) {
      return looked(`account ${caller.account}, as ${caller.arn}, by ${source}`, asked(ctx, action));
    }
    if (caller.kind === 'silent') throw caller;
    const finding = refused(ctx, caller, source);
    return { ...looked(finding.problem, finding.evidence, [finding]), stopsOthers: true };
  },
};

/** Its message is left out: AWS quotes the request in it, a session token too. */
const refused = (ctx: Ctx, { code }: CallTrouble, source: string): Finding => ({
  outcome: 'fail',
  subject: source,
  problem: isMissing(code) ? 'there are no credentials' : 'AWS does not take these credentials',
  evidence: `${action}: ${code}`,
  fix: fixOf(ctx, code),
});

const isMissing = (code: string): boolean => /ProviderError$/.test(code);

function fixOf({ place }: Ctx, code: string): string {
  const profile = (place.kind === 'deployed' && place.profile) || process.env['AWS_PROFILE'];
  if (profile) return `aws sso login --profile ${profile}, or aws configure --profile ${profile}`;
  if (isMissing(code)) return 'aws configure sso, then npm run doctor -- --profile NAME';
  return 'Put new ones where these are: aws configure, or the variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN';
}

/** In the order in which the SDK looks. */
function sourceOf({ place }: Ctx): string {
  const profile = (place.kind === 'deployed' && place.profile) || process.env['AWS_PROFILE'];
  if (profile) return `the profile ${profile}`;
  if (process.env['AWS_ACCESS_KEY_ID']) return 'the environment';
  return 'the default profile or the role of this machine';
}

export const clock: Check = {
  id: 'local.clock',
  title: "this machine's clock is right",
  only: 'deployed',
  run: async (ctx) => {
    const { offsetMs } = await ctx.caller();
    if (offsetMs === undefined) return nothingToLookAt('no answer of AWS to compare it with');
    const seconds = Math.round(Math.abs(offsetMs) / 1_000);
    const seen = `${seconds} s ${offsetMs < 0 ? 'behind' : 'ahead of'} AWS`;
    const evidence = `Date of the answer to ${action}: ${seen}`;
    return looked(seen, evidence, Math.abs(offsetMs) < noticedMs ? [] : [wrongClock(offsetMs, evidence)]);
  },
};

/** AWS refuses a request whose time is five minutes off. */
const refusedMs = 5 * 60_000;
const noticedMs = 60_000;

const wrongClock = (offsetMs: number, evidence: string): Finding => ({
  outcome: Math.abs(offsetMs) < refusedMs ? 'warn' : 'fail',
  subject: 'this machine',
  problem: 'its clock is off: AWS refuses requests that are five minutes from its own time',
  evidence,
  fix: 'sudo timedatectl set-ntp true (macOS: sudo sntp -sS time.apple.com; Windows: w32tm /resync)',
});
