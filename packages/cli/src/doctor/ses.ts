import type { GetAccountCommandOutput } from '@aws-sdk/client-sesv2';
import { callWithTimeout } from './call-with-timeout';
import { describeCall, awsCommand, consolePage } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';

export type SesAccount = Omit<GetAccountCommandOutput, '$metadata'>;

const action = 'ses:GetAccount';

export async function fetchSesAccount(ctx: DoctorContext): Promise<SesAccount> {
  const { SESv2Client, GetAccountCommand } = await import('@aws-sdk/client-sesv2');
  const client = new SESv2Client(ctx.client());
  return callWithTimeout(action, (abortSignal) => client.send(new GetAccountCommand({}), { abortSignal }));
}

const needs = ['local.runtime', 'account.credentials', 'account.region'];

/** A check of what SES says of the account: the finding, if there is one, and what was seen. */
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
      const problem = 'AWS has paused sending: no mail leaves';
      return { seen, finding: { outcome: 'fail', problem, fix: accountHealthFix(ctx) } };
    }
    if (!SendingEnabled) {
      const fix = awsCommand(ctx, 'sesv2 put-account-sending-attributes --sending-enabled');
      return { seen, finding: { outcome: 'fail', problem: 'sending is turned off: no mail leaves', fix } };
    }
    if (EnforcementStatus === 'PROBATION') {
      const problem = 'AWS has the account under review, and may pause it';
      return { seen, finding: { outcome: 'warn', problem, fix: accountHealthFix(ctx) } };
    }
    return { seen };
  },
);

const accountHealthFix = (ctx: DoctorContext): string =>
  `Mend what AWS's mail names, then ask for another look in the case: ${consolePage(ctx, 'ses/home', 'reputation')}, https://console.aws.amazon.com/support/home. docs/runbook.md#reputation`;

export const sandbox = accountCheck(
  { id: 'ses.sandbox', title: 'SES sends to anybody' },
  (ctx, { ProductionAccessEnabled = true }) => {
    const seen = `ProductionAccessEnabled ${ProductionAccessEnabled}`;
    if (ProductionAccessEnabled) return { seen };
    const problem = 'the account is in the sandbox: mail leaves to verified addresses only, 200 a day';
    const command =
      'sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url https://example.com --use-case-description "What you send, and to whom"';
    return { seen, finding: { outcome: 'fail', problem, fix: awsCommand(ctx, command) } };
  },
);

/** From here on it is worth to ask for more: AWS takes a day or so. */
const quotaShareMax = 0.8;

export const quota = accountCheck(
  { id: 'ses.quota', title: "the day's quota has room" },
  (ctx, { SendQuota: { Max24HourSend = -1, SentLast24Hours = 0 } = {} }) => {
    const seen = `${SentLast24Hours} of ${Max24HourSend < 0 ? 'any number' : Max24HourSend} recipients in 24 hours`;
    if (Max24HourSend < 0 || SentLast24Hours < quotaShareMax * Max24HourSend) return { seen };
    const isUsedUp = SentLast24Hours >= Max24HourSend;
    const problem = isUsedUp
      ? "the day's quota is used up: no mail leaves"
      : "the day's quota is nearly used up";
    const fix = `Ask for a higher sending quota: ${consolePage(ctx, 'servicequotas/home/services/ses/quotas')}. docs/runbook.md#throttled-by-ses`;
    return { seen, finding: { outcome: isUsedUp ? 'fail' : 'warn', problem, fix } };
  },
);

export const rate = accountCheck(
  { id: 'ses.rate', title: 'bulk mail leaves as fast as SES lets it', only: 'deployed' },
  (ctx, { SendQuota: { MaxSendRate = 0 } = {} }) => {
    const { sendRate } = ctx.settings();
    const seen = `MaxSendRate ${MaxSendRate}, sendRate in the settings ${sendRate}`;
    if (MaxSendRate <= sendRate) return { seen };
    const problem =
      'SES lets more leave in a second than the settings say, so bulk mail may get too few executions';
    const fix = `Set "sendRate": ${Math.floor(MaxSendRate)} and npm run deploy: docs/deploying.md#executions`;
    return { seen, finding: { outcome: 'warn', problem, fix } };
  },
);

export const plan = accountCheck(
  { id: 'ses.plan', title: 'the pricing plan has nothing that is not used', only: 'deployed' },
  (ctx, { PricingAttributes: { CurrentPlan, NextPlan } = {} }) => {
    const seen = CurrentPlan
      ? `the pricing plan is ${CurrentPlan}`
      : 'SES does not say which pricing plan it is';
    if (!CurrentPlan || CurrentPlan === 'NONE' || NextPlan === 'NONE') return { seen };
    const problem = `the plan ${CurrentPlan} bills features together that this service does not use`;
    const fix = `Compare on https://aws.amazon.com/ses/pricing/, then, to pay for each feature by itself: ${awsCommand(ctx, 'sesv2 put-account-pricing-attributes --plan NONE')}`;
    return { seen, finding: { outcome: 'warn', problem, fix } };
  },
);
