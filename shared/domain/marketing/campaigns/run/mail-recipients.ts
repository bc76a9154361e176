import { loadRemaining24HourQuota } from '../../../../aws/send-quota';
import { keys } from '../../../../db/keys';
import { putItems } from '../../../../db/table';
import { forEachRateLimited } from '../../../../async/for-each-rate-limited';
import { minuteMs, now, utcDay } from '../../../../core/time';
import type { PauseReason, Slice } from '../../../../db/records/campaigns';
import { unknownOutcomeMs } from '../../../send/deliver/claim';
import type { Domain } from '../../../../db/records/domains';
import type { Email } from '../../../../db/records/emails';
import { SliceCharge } from './slice-charge';
import { mailRecipient, submissions, submissionsMax, type CampaignSend } from './mail-recipient';
import type { StopReason } from './stop-campaign';
import type { SliceRecipient } from './slice-recipients';
import {
  countPossiblySent,
  markFailed,
  resolveStates,
  summarizeStates,
  type RecipientStates,
  type SliceSummary,
} from './recipient-states';

export interface SliceSend extends CampaignSend {
  slice: Slice;
  /** The interval between recipients, and the time after which no further attempt starts, in ms. */
  perRecipientMs: number;
  deadlineMs: number;
  /** Whether to retry the slice later, instead of marking the recipients as failed, if SES rejects every email. */
  mayRetry: boolean;
}

/** The slice's outcomes, and the reason if its campaign stops. `isSliceFailure`: the slice has failed. */
export interface SliceResult extends SliceSummary {
  stopReason?: StopReason;
  isSliceFailure?: boolean;
}

/** Sends to as many pending recipients as the daily quota, the warm-up allowance and billing allow. */
export async function mailRecipients(
  sliceSend: SliceSend,
  recipients: readonly SliceRecipient[],
): Promise<SliceResult> {
  const { slice, context } = sliceSend;
  const states = await resolveStates(recipients);
  const charge = new SliceCharge(slice);
  const pending = recipients.filter((recipient) => states.get(recipient) === 'pending');
  const accountAllowance = Math.min(pending.length, await loadRemaining24HourQuota(minuteMs));
  const day = utcDay(now());
  const warmupAllowance = await charge.chargeWarmup(
    context.domain,
    countPossiblySent(states),
    accountAllowance,
  );
  const batch = pending.slice(0, warmupAllowance);
  const billingReason = await charge.chargeUsageFor(
    context.workspace,
    countPossiblySent(states) + batch.length,
  );
  const stopResult =
    billingReason === undefined
      ? await mailBatch(sliceSend, batch, states)
      : { stopReason: { failure: billingReason } };
  await charge.reconcile(context.domain, countPossiblySent(states));
  const summary = summarizeStates(states);
  if (stopResult || batch.length === pending.length) return { ...summary, ...stopResult };
  if (warmupAllowance === accountAllowance) return { ...summary, stopReason: { pauseReason: 'quota' } };
  // If the UTC day ended during sending, the new day has its own warm-up allowance.
  return utcDay(now()) === day ? { ...summary, stopReason: { pauseReason: 'warmup' } } : summary;
}

/** Returns the known outcomes and refunds the charges for recipients who were not mailed. */
export async function reconcileRecipients(
  slice: Slice,
  domain: Domain | undefined,
  recipients: readonly SliceRecipient[],
): Promise<SliceSummary> {
  const states = await resolveStates(recipients);
  await new SliceCharge(slice).reconcile(domain, countPossiblySent(states));
  return summarizeStates(states);
}

/** A smaller number of emails without success does not indicate that SES accepts none of the campaign. */
const failedMin = 5;

/** Sends to the batch and marks rejected recipients as failed. */
async function mailBatch(
  sliceSend: SliceSend,
  batch: readonly SliceRecipient[],
  states: RecipientStates,
): Promise<Pick<SliceResult, 'stopReason' | 'isSliceFailure'> | undefined> {
  await putItems(
    batch.map((recipient) => keys.emailByRecipient(...recipientPointerArguments(sliceSend, recipient))),
  );
  const { sent, unanswered, rejected, stopReason } = await mailConcurrently(sliceSend, batch, states);
  if (sent === 0 && rejected.size >= failedMin && sliceSend.mayRetry)
    return { stopReason: allRejectedStop, isSliceFailure: true };
  for (const [recipient, email] of rejected)
    states.set(recipient, email ? await markFailed(email) : 'failed');
  if (stopReason)
    return { stopReason: isThrottled(stopReason) ? { pauseReason: await findThrottleReason() } : stopReason };
  return sent === 0 && rejected.size === 0 && unanswered >= failedMin
    ? { stopReason: noResponseStop }
    : undefined;
}

/** The results for the recipients for which an attempt was made. */
interface BatchTally {
  sent: number;
  unanswered: number;
  rejected: Map<SliceRecipient, Email | undefined>;
  stopReason?: StopReason;
}

/**
 * Sends in order. The number of concurrent emails follows the speed of SES, up to `submissionsMax`. Stops at the first
 * stop reason, for example throttling by SES.
 */
async function mailConcurrently(
  sliceSend: SliceSend,
  batch: readonly SliceRecipient[],
  states: RecipientStates,
): Promise<BatchTally> {
  const tally: BatchTally = { sent: 0, unanswered: 0, rejected: new Map() };
  const hasNoneAccepted = (): boolean =>
    tally.sent === 0 && tally.rejected.size + tally.unanswered >= submissionsMax;
  const shouldStop = (): boolean =>
    tally.stopReason !== undefined || hasNoneAccepted() || now() > sliceSend.deadlineMs;
  const rateLimit = {
    concurrencyMax: submissionsMax,
    concurrencyNow: () => submissions.limit,
    perSecondMax: 1000 / sliceSend.perRecipientMs,
    shouldStop,
  };
  await forEachRateLimited(batch, rateLimit, async (recipient) => {
    const outcome = await mailRecipient(sliceSend, recipient);
    switch (outcome.kind) {
      case 'stop':
        tally.stopReason = outcome.reason;
        break;
      case 'rejected':
        tally.rejected.set(recipient, outcome.email);
        break;
      case 'sent':
        tally.sent += 1;
        states.set(recipient, 'sent');
        break;
      case 'unanswered':
        tally.unanswered += 1;
        states.set(recipient, 'outcome-unknown');
        break;
      case 'claimed-elsewhere':
        states.set(recipient, 'outcome-unknown');
    }
  });
  return tally;
}

/**
 * SES did not respond to any submission. The outcomes are known within ten minutes, so the campaign pauses until then.
 */
const noResponseStop: StopReason = { pauseReason: 'interrupted', durationMs: unknownOutcomeMs };

/**
 * SES accepted no message of the batch and rejected several. The domain may be the cause, which `monitorDomains`
 * detects within ten minutes. If the worker failed recipients immediately, every recipient attempted in those ten
 * minutes would be lost.
 */
const allRejectedStop: StopReason = { pauseReason: 'interrupted', durationMs: unknownOutcomeMs };

const isThrottled = (stopReason: StopReason): boolean =>
  'pauseReason' in stopReason && stopReason.pauseReason === 'throttled';

const recipientPointerArguments = ({ campaign }: SliceSend, { recipient, messageId }: SliceRecipient) =>
  [campaign.workspaceId, recipient.email, messageId] as const;

/** SES throttles by its rate per second and by its 24-hour quota. */
const findThrottleReason = async (): Promise<PauseReason> =>
  (await loadRemaining24HourQuota(0)) === 0 ? 'quota' : 'throttled';
