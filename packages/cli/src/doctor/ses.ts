import type { GetAccountCommandOutput } from '@aws-sdk/client-sesv2';
import { callWithTimeout } from './call-with-timeout';
import { describeCall, awsCommand, consolePage } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import { commandLine } from '../distribution';

export type SesAccount = Omit<GetAccountCommandOutput, '$metadata'>;

const action = 'ses:GetAccount';

export async function fetchSesAccount(ctx: DoctorContext): Promise<SesAccount> {
  const { SESv2Client, GetAccountCommand } = await import('@aws-sdk/client-sesv2');
  const client = new SESv2Client(ctx.client());
  return callWithTimeout(action, (abortSignal) => client.send(new GetAccountCommand({}), { abortSignal }));
}

const needs = ['local.runtime', 'account.credentials', 'account.region'];

/** Creates a check of the SES account data. `assess` returns a summary, and a finding if there is a problem. */
const accountCheck = (
  { id, title, only }: Pick<Check, 'id' | 'title' | 'only'>,
  assess: (
    ctx: DoctorContext,
    account: SesAccount,
  ) => { seen: string; finding?: Omit<Finding, 'subject' | 'evidence'> | undefined },
): Check => ({
  id,
  title,
  ...(only && { only }),
  needs,
  run: async (ctx) => {
    const { seen, finding } = assess(ctx, await ctx.sesAccount());
    const evidence = `${describeCall(ctx, action)}: ${seen}`;
    return observation(seen, evidence, finding ? [{ subject: 'the SES account', evidence, ...finding }] : []);
  },
});

export const sendingEnabled = accountCheck(
  { id: 'ses.sending', title: 'SES sends for this account' },
  (ctx, { SendingEnabled = true, EnforcementStatus = 'unknown' }) => {
    const seen = `SendingEnabled ${SendingEnabled}, EnforcementStatus ${EnforcementStatus}`;
    if (EnforcementStatus === 'SHUTDOWN') {
      const problem = 'AWS has paused sending, so no email is sent';
      return { seen, finding: { outcome: 'fail', problem, fix: accountHealthFix(ctx) } };
    }
    if (!SendingEnabled) {
      const fix = awsCommand(ctx, 'sesv2 put-account-sending-attributes --sending-enabled');
      return { seen, finding: { outcome: 'fail', problem: 'sending is disabled, so no email is sent', fix } };
    }
    if (EnforcementStatus === 'PROBATION') {
      const problem = 'AWS is reviewing the account and may pause sending';
      return { seen, finding: { outcome: 'warn', problem, fix: accountHealthFix(ctx) } };
    }
    return { seen };
  },
);

const accountHealthFix = (ctx: DoctorContext): string =>
  `Fix the problem that AWS's email describes, then request another review in the support case: ${consolePage(ctx, 'ses/home', 'reputation')}, https://console.aws.amazon.com/support/home (docs/runbook.md#reputation)`;

export const sandbox = accountCheck(
  { id: 'ses.sandbox', title: 'SES sends to any recipient' },
  (ctx, { ProductionAccessEnabled = true }) => {
    const seen = `ProductionAccessEnabled ${ProductionAccessEnabled}`;
    if (ProductionAccessEnabled) return { seen };
    const problem = 'the account is in the sandbox: SES sends only to verified addresses, 200 emails a day';
    const command =
      'sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url https://example.com --use-case-description "What you send, and to whom"';
    const fix = `Run this command with the address of your website, your own description and, if you mostly send campaigns, MARKETING: ${awsCommand(ctx, command)}`;
    return { seen, finding: { outcome: 'fail', problem, fix } };
  },
);

/** The check warns at this share, because AWS takes about a day to raise the quota. */
const quotaShareMax = 0.8;

export const quota = accountCheck(
  { id: 'ses.quota', title: 'the 24-hour quota is not used up' },
  (ctx, { SendQuota: { Max24HourSend = -1, SentLast24Hours = 0 } = {} }) => {
    const seen = `${SentLast24Hours} of ${Max24HourSend < 0 ? 'unlimited' : Max24HourSend} recipients in 24 hours`;
    if (Max24HourSend < 0 || SentLast24Hours < quotaShareMax * Max24HourSend) return { seen };
    const isUsedUp = SentLast24Hours >= Max24HourSend;
    const problem = isUsedUp
      ? 'the 24-hour quota is used up, so SES sends no more email'
      : 'the 24-hour quota is nearly used up';
    const fix = `Request a higher sending quota: ${consolePage(ctx, 'servicequotas/home/services/ses/quotas')} (docs/runbook.md#throttled-by-ses)`;
    return { seen, finding: { outcome: isUsedUp ? 'fail' : 'warn', problem, fix } };
  },
);

export const rate = accountCheck(
  { id: 'ses.rate', title: 'scheduled email can use the full send rate of SES', only: 'deployed' },
  (ctx, { SendQuota: { MaxSendRate = 0 } = {} }) => {
    const { sendRate } = ctx.settings();
    const seen = `MaxSendRate ${MaxSendRate}, sendRate in the settings ${sendRate}`;
    if (MaxSendRate <= sendRate) return { seen };
    const problem =
      'SES allows a higher rate than the settings, so scheduled email may leave later than SES allows';
    const fix = `Set "sendRate": ${Math.floor(MaxSendRate)} and run ${commandLine('deploy')} (docs/deploying.md#executions)`;
    return { seen, finding: { outcome: 'warn', problem, fix } };
  },
);

export const plan = accountCheck(
  { id: 'ses.plan', title: 'the pricing plan includes no unused features', only: 'deployed' },
  (ctx, { PricingAttributes: { CurrentPlan, NextPlan } = {} }) => {
    const seen = CurrentPlan ? `the pricing plan is ${CurrentPlan}` : 'SES does not report the pricing plan';
    if (!CurrentPlan || CurrentPlan === 'NONE' || NextPlan === 'NONE') return { seen };
    const problem = `the plan ${CurrentPlan} includes features that this service does not use`;
    const fix = `Compare the prices at https://aws.amazon.com/ses/pricing/. To pay per feature, run: ${awsCommand(ctx, 'sesv2 put-account-pricing-attributes --plan NONE')}`;
    return { seen, finding: { outcome: 'warn', problem, fix } };
  },
);
