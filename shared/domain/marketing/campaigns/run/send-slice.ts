import { is } from '../../../../db/condition';
import { keys } from '../../../../db/keys';
import { releaseLease, isLeasedBy, leaseAttributes, acquireLease } from '../../../../db/lease';
import { updateItem } from '../../../../db/table';
import { logger } from '../../../../core/logger';
import { minuteMs, now, utcDay } from '../../../../core/time';
import { findCampaign } from '../find';
import type { Campaign, Slice } from '../../../../db/records/campaigns';
import { nextRunAt, wakeRunNow } from '../wake-run';
import { unknownOutcomeMs } from '../../../send/deliver/claim';
import { dueAttributes } from '../../../platform/scheduler/due-attributes';
import { waitUntilDue } from '../../../platform/scheduler/wait-until-due';
import type { SliceMessage } from '../../../platform/scheduler/due-jobs';
import { scheduleWakeup } from '../../../platform/scheduler/schedule-wakeup';
import { countSlice } from './count-slice';
import { mailRecipients, reconcileRecipients, type SliceSend } from './mail-recipients';
import { loadSendContext, loadSliceContext } from './slice-context';
import { stopCampaign, type StopReason } from './stop-campaign';
import { loadSliceRecipients } from './slice-recipients';
import { unscheduleSlice, isPhaseFinished, sliceKey } from './slices';
import type { SliceSummary } from './recipient-states';

/** Longer than the function's timeout. */
const leaseMs = 2.5 * minuteMs;

/** The worker starts no email after this time, because it needs the remaining time to record the outcomes. */
const sendTimeMaxMs = minuteMs;

/** A slice that fails this many times pauses its campaign. The slice is retried after the other slices. */
const failuresMax = 3;
const retryAfterMs = 5 * minuteMs;

/**
 * If the response from SES is lost, SES has usually sent the email, and its Send event arrives within seconds. Without
 * a Send event, the outcome is known after ten minutes.
 */
const outcomeKnownAt = ({ runs }: Slice): number => now() + (runs === 1 ? minuteMs : unknownOutcomeMs);

/**
 * Sends to a slice of a campaign's recipients. The worker must hold the slice's lease, so duplicate or late queue
 * messages have no effect. Each recipient is claimed before its email is submitted to SES.
 */
export async function sendSlice(due: SliceMessage): Promise<void> {
  if (!(await waitUntilDue(due.startsAt))) return;
  const slice = await acquireLease(sliceKey(due), leaseMs, {
    condition: is('id', due.id),
    add: { runs: 1 },
  });
  if (!slice) return;
  const campaign = await findCampaign(due.workspaceId, due.campaignId);
  // The campaign was deleted. The purge deletes its slices.
  if (!campaign) return;
  try {
    if (maySend(campaign, slice)) await sendClaimedSlice(campaign, slice, due);
    else await (slice.runs > 1 ? reconcileSlice(campaign, slice) : unscheduleSlice(slice));
  } catch (error) {
    if ((await countFailure(slice)) < failuresMax) throw error;
    logger.error('a slice cannot be sent', { campaignId: campaign.id, slice: slice.id, error });
    await stopCampaign(campaign, { pauseReason: 'interrupted' });
    await rescheduleSlice(slice, now() + retryAfterMs);
  } finally {
    if (slice.leaseOwner) await releaseLease(sliceKey(slice), slice.leaseOwner);
  }
}

/** A slice may still use warm-up allowance that it reserved for today while its campaign waits for the next day. */
const maySend = ({ status, pauseReason }: Campaign, { chargedWarmup }: Slice): boolean =>
  status === 'sending' ||
  (status === 'paused' && pauseReason === 'warmup' && chargedWarmup?.day === utcDay(now()));

/** Only records the outcomes of earlier runs of the slice, because the campaign is paused or has ended. */
async function reconcileSlice(campaign: Campaign, slice: Slice): Promise<void> {
  const [{ domain }, recipients] = await Promise.all([
    loadSendContext(campaign),
    loadSliceRecipients(campaign, slice, undefined),
  ]);
  const summary = await reconcileRecipients(slice, domain, recipients);
  await countSlice(slice, summary);
  await unscheduleOrRetry(slice, summary);
}

async function sendClaimedSlice(campaign: Campaign, slice: Slice, due: SliceMessage): Promise<void> {
  const context = await loadSliceContext(campaign);
  if (!('copy' in context)) {
    await stopCampaign(campaign, context);
    return slice.runs > 1 ? reconcileSlice(campaign, slice) : unscheduleSlice(slice);
  }
  const recipients = await loadSliceRecipients(campaign, slice, context.topic);
  const sliceSend: SliceSend = {
    campaign,
    slice,
    context,
    perRecipientMs: due.perRecipientMs,
    deadlineMs: now() + sendTimeMaxMs,
    mayRetry: (slice.failures ?? 0) + 1 < failuresMax,
  };
  const result = await mailRecipients(sliceSend, recipients);
  await countSlice(slice, result);
  if (result.isSliceFailure) await countFailure(slice);
  if (result.stopReason) return stopAndReschedule(campaign, slice, result.stopReason, result);
  if (result.remaining > 0)
    return rescheduleSlice(
      slice,
      result.outcomeUnknown > 0 ? outcomeKnownAt(slice) : now(),
      result.remaining,
    );
  await wakeRunIfPhaseFinished(campaign, slice);
}

/** Wakes the run after the last slice of a phase. */
async function wakeRunIfPhaseFinished(campaign: Campaign, slice: Slice): Promise<void> {
  if (!(await isPhaseFinished(campaign, slice.phase))) return;
  const key = keys.campaign(campaign.workspaceId, campaign.id);
  await updateItem(key, { set: nextRunAt(campaign, now()) }, is('status', 'sending'));
  await wakeRunNow(campaign);
}

/** Counts a failure of the slice and returns the total. */
async function countFailure(slice: Slice): Promise<number> {
  const updated = await updateItem(
    sliceKey(slice),
    { add: { failures: 1 } },
    isLeasedBy(slice.leaseOwner ?? ''),
  );
  return updated?.failures ?? 0;
}

/** Stops the campaign and unschedules or retries this slice. */
async function stopAndReschedule(
  campaign: Campaign,
  slice: Slice,
  stopReason: StopReason,
  summary: SliceSummary,
): Promise<void> {
  await stopCampaign(campaign, stopReason);
  await unscheduleOrRetry(slice, summary);
}

/**
 * Some recipients may already have been mailed. They are counted once the outcome is known, even in a paused campaign.
 */
const unscheduleOrRetry = (slice: Slice, { outcomeUnknown, remaining }: SliceSummary): Promise<void> =>
  outcomeUnknown > 0
    ? rescheduleSlice(slice, outcomeKnownAt(slice), remaining)
    : unscheduleSlice(slice, remaining);

/** Makes the slice due again at `atMs`, with a rate reservation for the remaining recipients only. */
async function rescheduleSlice(slice: Slice, atMs: number, remaining = slice.recipientCount): Promise<void> {
  const due = { ...dueAttributes(slice.id, 'sendSlice', atMs), recipientCount: remaining };
  await updateItem(
    sliceKey(slice),
    { set: due, remove: leaseAttributes },
    is('leaseOwner', slice.leaseOwner ?? ''),
  );
  await scheduleWakeup(atMs);
}
