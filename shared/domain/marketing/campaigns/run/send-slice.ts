import { is } from '../../../../db/condition';
import { keys } from '../../../../db/keys';
import { endLease, isHeldBy, leaseAttributes, takeLease } from '../../../../db/lease';
import { updateItem } from '../../../../db/table';
import { logger } from '../../../../core/logger';
import { minuteMs, now, utcDay } from '../../../../core/time';
import { findCampaign } from '../find';
import type { Campaign, Slice } from '../../../../db/records/campaigns';
import { lookedAtTime, lookNow } from '../wake';
import { unknownOutcomeMs } from '../../../send/deliver/claim';
import { dueAtTime } from '../../../platform/scheduler/due-at';
import { reached } from '../../../platform/scheduler/reached';
import type { DueSlice } from '../../../platform/scheduler/registry';
import { setAlarm } from '../../../platform/scheduler/set-alarm';
import { countSlice } from './count-slice';
import { mailPeople, settlePeople, type Mailing } from './mail-people';
import { meansOf, sliceMeansOf } from './means';
import { stop, type Stop } from './pause';
import { peopleOf } from './people';
import { holdSlice, isOver, sliceKey } from './slices';
import type { Summary } from './states';

/** Longer than the function may run. */
const leaseMs = 2.5 * minuteMs;

/** No mail is begun after so long: the function needs the rest of its time to write down what it did. */
const mailingMs = minuteMs;

/** A slice that fails so often has its campaign wait, and comes again when others have had their turn. */
const failuresMax = 3;
const againAfterMs = 5 * minuteMs;

/**
 * A mail whose answer was lost has left, as a rule, and its Send event says so within seconds; otherwise it is known after
 * ten minutes.
 */
const heardOfAt = ({ runs }: Slice): number => now() + (runs === 1 ? minuteMs : unknownOutcomeMs);

/**
 * Mails a slice of a campaign's recipients. Whoever has its lease has it: messages that come twice, or after the campaign
 * was paused, find nothing to do; and each recipient is claimed before they are mailed.
 */
export async function sendSlice(due: DueSlice): Promise<void> {
  if (!(await reached(due.startsAt))) return;
  const slice = await takeLease<Slice>(sliceKey(due), leaseMs, {
    condition: is('id', due.id),
    add: { runs: 1 },
  });
  if (!slice) return;
  const campaign = await findCampaign(due.workspaceId, due.campaignId);
  // Its deletion takes all of it away.
  if (!campaign) return;
  try {
    if (mayMail(campaign, slice)) await sendOf(campaign, slice, due);
    else await (slice.runs > 1 ? settle(campaign, slice) : holdSlice(slice));
  } catch (error) {
    if ((await noteFailure(slice)) < failuresMax) throw error;
    logger.error('a slice cannot be sent', { campaignId: campaign.id, slice: slice.id, error });
    await stop(campaign, { pauseReason: 'interrupted' });
    await comeBack(slice, now() + againAfterMs);
  } finally {
    if (slice.leaseOwner) await endLease(sliceKey(slice), slice.leaseOwner);
  }
}

/** What a slice has of a day of the warm-up it may use on that day, though its campaign waits for the next. */
const mayMail = ({ status, pauseReason }: Campaign, { warmedUp }: Slice): boolean =>
  status === 'sending' ||
  (status === 'paused' && pauseReason === 'warmup' && warmedUp?.day === utcDay(now()));

/** Whoever was at it before has died, and the campaign waits or has ended. */
async function settle(campaign: Campaign, slice: Slice): Promise<void> {
  const [{ domain }, people] = await Promise.all([meansOf(campaign), peopleOf(campaign, slice, undefined)]);
  const settled = await settlePeople(slice, domain, people);
  await countSlice(slice, settled);
  await holdOrComeBack(slice, settled);
}

async function sendOf(campaign: Campaign, slice: Slice, due: DueSlice): Promise<void> {
  const means = await sliceMeansOf(campaign);
  if (!('copy' in means)) {
    await stop(campaign, means);
    return slice.runs > 1 ? settle(campaign, slice) : holdSlice(slice);
  }
  const people = await peopleOf(campaign, slice, means.topic);
  const mailing: Mailing = {
    campaign,
    slice,
    means,
    perRecipientMs: due.perRecipientMs,
    until: now() + mailingMs,
    mayTryAgain: (slice.failures ?? 0) + 1 < failuresMax,
  };
  const mailed = await mailPeople(mailing, people);
  await countSlice(slice, mailed);
  if (mailed.isFailure) await noteFailure(slice);
  if (mailed.stop) return rest(campaign, slice, mailed.stop, mailed);
  if (mailed.remaining > 0)
    return comeBack(slice, mailed.unheard > 0 ? heardOfAt(slice) : now(), mailed.remaining);
  await lookAtEnd(campaign, slice);
}

/** The last of its phase has the run look at the campaign. */
async function lookAtEnd(campaign: Campaign, slice: Slice): Promise<void> {
  if (!(await isOver(campaign, slice.phase))) return;
  const key = keys.campaign(campaign.workspaceId, campaign.id);
  await updateItem<Campaign>(key, { set: lookedAtTime(campaign, now()) }, is('status', 'sending'));
  await lookNow(campaign);
}

/** Counts a failure of the slice; returns how many there were. */
async function noteFailure(slice: Slice): Promise<number> {
  const noted = await updateItem<Slice>(
    sliceKey(slice),
    { add: { failures: 1 } },
    isHeldBy(slice.leaseOwner ?? ''),
  );
  return noted?.failures ?? 0;
}

/** The campaign stops, and its slices with it. */
async function rest(campaign: Campaign, slice: Slice, why: Stop, came: Summary): Promise<void> {
  await stop(campaign, why);
  await holdOrComeBack(slice, came);
}

/** Somebody of it may have their mail: when that is known it is counted, whatever the campaign waits for. */
const holdOrComeBack = (slice: Slice, { unheard, remaining }: Summary): Promise<void> =>
  unheard > 0 ? comeBack(slice, heardOfAt(slice), remaining) : holdSlice(slice, remaining);

/** The slice is due again then, in ms, and takes no more of the rate than those need who are still to be mailed. */
async function comeBack(slice: Slice, atMs: number, remaining = slice.recipientCount): Promise<void> {
  const due = { ...dueAtTime(slice.id, 'sendSlice', atMs), recipientCount: remaining };
  await updateItem<Slice>(
    sliceKey(slice),
    { set: due, remove: leaseAttributes },
    is('leaseOwner', slice.leaseOwner ?? ''),
  );
  await setAlarm(atMs);
}
