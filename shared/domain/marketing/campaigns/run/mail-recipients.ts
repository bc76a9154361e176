import { loadRemaining24HourQuota } from '../../../../aws/send-quota';
import { keys } from '../../../../db/keys';
import { putItems } from '../../../../db/table';
import { ApiError } from '../../../../core/errors';
import { logger } from '../../../../core/logger';
import { AdaptiveConcurrency } from '../../../../async/adaptive-concurrency';
import { forEachRateLimited } from '../../../../async/for-each-rate-limited';
import { minuteMs, now, utcDay } from '../../../../core/time';
import type { Campaign, PauseReason, Slice } from '../../../../db/records/campaigns';
import { claimEmail, claimBatchEmail, unknownOutcomeMs } from '../../../send/deliver/claim';
import { composeMail } from '../../../send/deliver/compose';
import { failureActions, recordResult } from '../../../send/deliver/record-result';
import { noRefund } from '../../../send/deliver/refundable-charge';
import { submitToSes } from '../../../send/deliver/submit-to-ses';
import type { Domain } from '../../../../db/records/domains';
import type { Email } from '../../../../db/records/emails';
import { SliceCharge } from './slice-charge';
import { newCampaignEmail, composeCampaignMessage } from './campaign-mail';
import type { SliceContext } from './slice-context';
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

export interface SliceSend {
  campaign: Campaign;
  slice: Slice;
  context: SliceContext;
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

/** The maximum number of concurrent submissions to SES. */
const concurrencyMax = 20;

/**
 * The current number of concurrent submissions. If SES is slow, the campaign is slow too, instead of waiting for many
 * answers at once. The worker keeps the number for its next slice.
 */
const submissions = new AdaptiveConcurrency(concurrencyMax);

/** Campaigns wait longer for SES than requests do, because an unknown outcome is only known after ten minutes. */
const submitTimeoutMs = 30_000;

/** A smaller number of emails without success does not indicate that SES accepts none of the campaign. */
const failedMin = 5;

/**
 * The outcome of one attempt. `claimed-elsewhere`: another worker claimed the recipient, so this worker does not know
 * the result. `rejected`: the email could not be composed, or SES refused the email. A rejected email stays queued.
 * `stop`: the campaign stops.
 */
type RecipientOutcome =
  | { kind: 'sent' | 'claimed-elsewhere' | 'unanswered' }
  | { kind: 'rejected'; email: Email | undefined }
  | { kind: 'stop'; reason: StopReason };

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
 * Sends in order. The number of concurrent emails follows the speed of SES, up to `concurrencyMax`. Stops at the first
 * stop reason, for example throttling by SES.
 */
async function mailConcurrently(
  sliceSend: SliceSend,
  batch: readonly SliceRecipient[],
  states: RecipientStates,
): Promise<BatchTally> {
  const tally: BatchTally = { sent: 0, unanswered: 0, rejected: new Map() };
  const hasNoneAccepted = (): boolean =>
    tally.sent === 0 && tally.rejected.size + tally.unanswered >= concurrencyMax;
  const shouldStop = (): boolean =>
    tally.stopReason !== undefined || hasNoneAccepted() || now() > sliceSend.deadlineMs;
  const rateLimit = {
    concurrencyMax,
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

async function mailRecipient(sliceSend: SliceSend, recipient: SliceRecipient): Promise<RecipientOutcome> {
  const { campaign, context } = sliceSend;
  const composed = await composeForRecipient(sliceSend, recipient);
  if (!composed) return { kind: 'rejected', email: undefined };
  const { message, raw } = composed;
  const email = await claimRecipient(
    recipient,
    newCampaignEmail(campaign, recipient.messageId, message, recipient.variant),
  );
  if (!email) return { kind: 'claimed-elsewhere' };

  const result = await submissions.measure(
    () => submitToSes({ email, message, domain: context.domain, raw }, { timeoutMs: submitTimeoutMs }),
    ({ kind }) => kind !== 'unknown',
  );

  // The charge covers the whole slice and is reconciled for the whole slice.
  await recordResult({ email }, result, { refund: noRefund, onFailure: failureActions.campaign });
  switch (result.kind) {
    case 'accepted':
      return { kind: 'sent' };
    case 'refused':
      return { kind: 'rejected', email };
    case 'throttled':
      return { kind: 'stop', reason: { pauseReason: 'throttled' } };
    case 'unavailable':
      return { kind: 'stop', reason: { pauseReason: 'interrupted' } };
    case 'unknown':
      return { kind: 'unanswered' };
  }
}

/** Returns undefined if the message cannot be composed for this recipient. */
async function composeForRecipient({ campaign, context }: SliceSend, recipient: SliceRecipient) {
  const { workspace, topic } = context;
  try {
    const message = composeCampaignMessage(campaign, context, recipient);
    const { raw } = await composeMail(message, { workspace, topic, parent: undefined });
    return { message, raw };
  } catch (error) {
    const logFields = { campaignId: campaign.id, messageId: recipient.messageId };
    if (error instanceof ApiError)
      logger.info('campaign email not composed', { ...logFields, type: error.type });
    else logger.error('campaign email not composed', { ...logFields, error });
    return undefined;
  }
}

/** Claims the recipient's email for a new attempt. Returns undefined if another attempt has claimed it. */
async function claimRecipient({ email: previous }: SliceRecipient, email: Email): Promise<Email | undefined> {
  if (previous) return claimEmail(previous, 'queued', { subject: email.subject });
  const claimed = await claimBatchEmail(email);
  return 'claimed' in claimed ? claimed.claimed : undefined;
}

/** SES throttles by its rate per second and by its 24-hour quota. */
const findThrottleReason = async (): Promise<PauseReason> =>
  (await loadRemaining24HourQuota(0)) === 0 ? 'quota' : 'throttled';
