import { asRecord } from '../../../local/src/machine/as-record';
import { callWithTimeout, CallFailure } from './call-with-timeout';
import { describeCall } from './aws-command';
import { observation, skippedObservation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';

/** The caller identity that AWS reports, and how far this machine's clock is ahead of AWS's clock. */
export interface Identity {
  caller: { account: string; arn: string } | CallFailure;
  offsetMs: number | undefined;
}

const action = 'sts:GetCallerIdentity';

/** GetCallerIdentity needs no permission, so AWS refuses the call only if the credentials are invalid. */
export async function fetchIdentity(ctx: DoctorContext): Promise<Identity> {
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const client = new STSClient(ctx.client());
  let offsetMs: number | undefined;
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      offsetMs = offsetOf(result.response) ?? offsetMs;
      return result;
    },
    // Runs close to the HTTP response, where the Date header of a refusal is also available.
    { step: 'deserialize', priority: 'low' },
  );
  try {
    const { Account = '', Arn = '' } = await callWithTimeout(action, (abortSignal) =>
      client.send(new GetCallerIdentityCommand({}), { abortSignal }),
    );
    return { caller: { account: Account, arn: Arn }, offsetMs };
  } catch (error) {
    if (error instanceof CallFailure) return { caller: error, offsetMs };
    throw error;
  }
}

function offsetOf(response: unknown): number | undefined {
  const { date } = asRecord(asRecord(response)['headers']);
  const serverTimeMs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(serverTimeMs) ? undefined : Date.now() - serverTimeMs;
}

export const credentials: Check = {
  id: 'account.credentials',
  title: 'AWS accepts your credentials',
  only: 'deployed',
  run: async (ctx) => {
    const { caller } = await ctx.identity();
    const source = sourceOf(ctx);
    if (!(caller instanceof CallFailure)) {
      return observation(
        `account ${caller.account}, as ${caller.arn}, from ${source}`,
        describeCall(ctx, action),
      );
    }
    if (caller.kind === 'silent') throw caller;
    const finding = credentialsFinding(ctx, caller);
    return { ...observation(finding.problem, finding.evidence, [finding]), blocksDependents: true };
  },
};

/** Omits AWS's message, which may quote the request with its session token. */
export const credentialsFinding = (ctx: DoctorContext, { code }: CallFailure): Finding => ({
  outcome: 'fail',
  subject: sourceOf(ctx),
  problem: isMissing(code) ? 'there are no credentials' : 'AWS rejects the credentials',
  evidence: `${action}: ${code}`,
  fix: fixOf(ctx, code),
});

const isMissing = (code: string): boolean => /ProviderError$/.test(code);

function fixOf({ target }: DoctorContext, code: string): string {
  const profile = (target.kind === 'deployed' && target.profile) || process.env['AWS_PROFILE'];
  if (profile)
    return `Run aws sso login --profile ${profile}, or aws configure --profile ${profile}. To use the profile in all commands, run export AWS_PROFILE=${profile}`;
  if (isMissing(code))
    return 'Run aws configure sso, then export AWS_PROFILE=NAME AWS_REGION=REGION, with the name of the profile that the first command creates, so that all commands use them';
  return 'Replace the credentials: run aws configure, or set the variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN';
}

/** Checks the sources in the SDK's order of precedence. */
function sourceOf({ target }: DoctorContext): string {
  const profile = (target.kind === 'deployed' && target.profile) || process.env['AWS_PROFILE'];
  if (profile) return `the profile ${profile}`;
  if (process.env['AWS_ACCESS_KEY_ID']) return 'the environment';
  return 'the default profile or the role of this machine';
}

export const clock: Check = {
  id: 'local.clock',
  title: "this machine's clock is correct",
  only: 'deployed',
  run: async (ctx) => {
    const { offsetMs } = await ctx.identity();
    if (offsetMs === undefined) return skippedObservation('AWS sent no time to compare the clock with');
    const seconds = Math.round(Math.abs(offsetMs) / 1_000);
    const seen = `${seconds} s ${offsetMs < 0 ? 'behind' : 'ahead of'} AWS`;
    const evidence = `Date header of ${action}: ${seen}`;
    return observation(
      seen,
      evidence,
      Math.abs(offsetMs) < warnOffsetMs ? [] : [wrongClockFinding(offsetMs, evidence)],
    );
  },
};

/** AWS refuses a request whose time is off by five minutes or more. */
const failOffsetMs = 5 * 60_000;
const warnOffsetMs = 60_000;

const wrongClockFinding = (offsetMs: number, evidence: string): Finding => ({
  outcome: Math.abs(offsetMs) < failOffsetMs ? 'warn' : 'fail',
  subject: 'this machine',
  problem: 'the clock is wrong. AWS refuses requests if the clock is off by five minutes or more',
  evidence,
  fix: 'sudo timedatectl set-ntp true (macOS: sudo sntp -sS time.apple.com; Windows: w32tm /resync)',
});
