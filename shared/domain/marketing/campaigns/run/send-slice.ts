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

/** Longer than the function may run. */
const leaseMs = 2.5 * minuteMs;

/** No mail is begun after so long: the function needs the rest of its time to write down what it did. */
const sendTimeMaxMs = minuteMs;

/** A slice that fails so often has its campaign wait, and comes again when others have had their turn. */
const failuresMax = 3;
const retryAfterMs = 5 * minuteMs;

/**
 * A mail whose answer was lost has left, as a rule, and its Send event says so within seconds; otherwise it is known after
 * ten minutes.
 */
const outcomeKnownAt = ({ runs }: Slice): number => now() + (runs === 1 ? minuteMs : unknownOutcomeMs);

/**
 * Mails a slice of a campaign's recipients. Whoever has its lease has it: messages that come twice, or after the campaign
 * was paused, find nothing to do; and each recipient is claimed before they are mailed.
 */
export async function sendSlice(due: SliceMessage): Promise<void> {
  if (!(await waitUntilDue(due.startsAt))) return;
  const slice = await acquireLease(sliceKey(due), leaseMs, {
    condition: is('id', due.id),
    add: { runs: 1 },
  });
  if (!slice) return;
  const campaign = await findCampaign(due.workspaceId, due.campaignId);
  // Its deletion takes all of it away.
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

/** What a slice has of a day of the warm-up it may use on that day, though its campaign waits for the next. */
const maySend = ({ status, pauseReason }: Campaign, { chargedWarmup }: Slice): boolean =>
  status === 'sending' ||
  (status === 'paused' && pauseReason === 'warmup' && chargedWarmup?.day === utcDay(now()));

/** Whoever was at it before has died, and the campaign waits or has ended. */
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

/** The last of its phase has the run look at the campaign. */
async function wakeRunIfPhaseFinished(campaign: Campaign, slice: Slice): Promise<void> {
  if (!(await isPhaseFinished(campaign, slice.phase))) return;
  const key = keys.campaign(campaign.workspaceId, campaign.id);
  await updateItem(key, { set: nextRunAt(campaign, now()) }, is('status', 'sending'));
  await wakeRunNow(campaign);
}

/** Counts a failure of the slice; returns how many there were. */
async function countFailure(slice: Slice): Promise<number> {
  const updated = await updateItem(
    sliceKey(slice),
    { add: { failures: 1 } },
    isLeasedBy(slice.leaseOwner ?? ''),
  );
  return updated?.failures ?? 0;
}

/** The campaign stops, and its slices with it. */
async function stopAndReschedule(
  campaign: Campaign,
  slice: Slice,
  stopReason: StopReason,
  summary: SliceSummary,
): Promise<void> {
  await stopCampaign(campaign, stopReason);
  await unscheduleOrRetry(slice, summary);
}

/** Somebody of it may have their mail: when that is known it is counted, whatever the campaign waits for. */
const unscheduleOrRetry = (slice: Slice, { outcomeUnknown, remaining }: SliceSummary): Promise<void> =>
  outcomeUnknown > 0
    ? rescheduleSlice(slice, outcomeKnownAt(slice), remaining)
    : unscheduleSlice(slice, remaining);

/** The slice is due again then, in ms, and takes no more of the rate than those need who are still to be mailed. */
async function rescheduleSlice(slice: Slice, atMs: number, remaining = slice.recipientCount): Promise<void> {
  const due = { ...dueAttributes(slice.id, 'sendSlice', atMs), recipientCount: remaining };
  await updateItem(
    sliceKey(slice),
    { set: due, remove: leaseAttributes },
    is('leaseOwner', slice.leaseOwner ?? ''),
  );
  await scheduleWakeup(atMs);
}
