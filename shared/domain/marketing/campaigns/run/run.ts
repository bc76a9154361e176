import { keys } from '../../../../db/keys';
import { endLease, takeLease } from '../../../../db/lease';
import { getItem, updateItem } from '../../../../db/table';
import { ifPresent, is } from '../../../../db/condition';
import { logger } from '../../../../core/logger';
import { iso, minuteMs, now, nowIso } from '../../../../core/time';
import { winnerOf } from '../decide';
import { sampleProblem } from '../gate';
import type { Campaign, Phase } from '../../../../db/records/campaigns';
import { goingOn } from '../resume';
import { changeCampaign } from '../states';
import { isSendTimeTest } from '../variants';
import { lookedAtTime, lookLater, lookNow } from '../wake';
import { dueAttributes } from '../../../platform/scheduler/due-at';
import { billingProblem, pauseReasonOf, stopOfRun } from './checks';
import { freezeAudience } from './freeze';
import { meansOf } from './means';
import { stop, waitOn, type Stop } from './pause';
import { countRecipients, cutSlices, holdSlices, isOver, releaseSlices, sizeOfSlices } from './slices';

/** Longer than the function may run. */
const leaseMs = 5.5 * minuteMs;

/** No part of the audience is begun after so long: a part of a million people takes most of a minute. */
const freezingMs = 2.5 * minuteMs;

/** Somebody else looks at it: it is looked at again so much later. */
const heldSeconds = 5;

/** While slices are sent they say when they are done; should one die that was about to, it is noticed then. */
const watchMs = 5 * minuteMs;

/**
 * Looks at a campaign, and does what is next, until there is nothing: it starts, freezes its audience, is decided, goes
 * on or ends. One at a time; whoever dies is followed by another, for the campaign stays due.
 */
export async function runCampaign(workspaceId: string, id: string): Promise<void> {
  const key = keys.campaign(workspaceId, id);
  const leased = await takeLease<Campaign>(key, leaseMs, { condition: ifPresent });
  if (!leased) {
    if (await getItem(key)) await lookNow({ workspaceId, id }, heldSeconds);
    return;
  }
  try {
    for (let campaign: Campaign | undefined = leased; campaign;) {
      if (!(await nextOf[campaign.status](campaign))) break;
      campaign = await getItem<Campaign>(key);
    }
  } finally {
    if (leased.leaseOwner) await endLease(key, leased.leaseOwner);
  }
}

/** What is next for a campaign in each status; false: nothing at the moment. */
const nextOf: Record<Campaign['status'], (campaign: Campaign) => Promise<boolean>> = {
  draft: nothing,
  scheduled: start,
  sending: (campaign) => (campaign.sizes ? goOn(campaign) : prepare(campaign)),
  paused: resume,
  testing: decideByMetric,
  sent: nothing,
  failed: hold,
};

async function nothing(campaign: Campaign): Promise<boolean> {
  const key = keys.campaign(campaign.workspaceId, campaign.id);
  await updateItem<Campaign>(key, { remove: dueAttributes }, is('status', campaign.status));
  return false;
}

/** Nobody more gets it. */
async function hold(campaign: Campaign): Promise<boolean> {
  await holdSlices(campaign);
  return nothing(campaign);
}

/** The due time is not reached: it is looked at again then. */
async function later(campaign: Campaign, atMs: number): Promise<false> {
  await changeDue(campaign, atMs);
  await lookLater(atMs);
  return false;
}

async function changeDue(
  campaign: Campaign,
  atMs: number,
  also: Pick<Campaign, 'sliceSize'> = {},
): Promise<void> {
  const key = keys.campaign(campaign.workspaceId, campaign.id);
  const set = { ...lookedAtTime(campaign, atMs), ...also };
  await updateItem<Campaign>(key, { set }, is('status', campaign.status));
}

async function start(campaign: Campaign): Promise<boolean> {
  const startsAt = Date.parse(campaign.scheduledAt ?? '');
  if (startsAt > now()) return later(campaign, startsAt);
  const set = { status: 'sending', startedAt: nowIso(), ...lookedAtTime(campaign, now()) };
  await changeCampaign(campaign, { set });
  return true;
}

/** Who is to get it, and whether it may be sent to them. */
async function prepare(campaign: Campaign): Promise<boolean> {
  const sliceSize = campaign.sliceSize ?? (await sizeOfSlices());
  await changeDue(campaign, now() + watchMs, { sliceSize });
  const means = await meansOf(campaign);
  const why = await stopOfRun(campaign, means);
  if (why) return stopped(campaign, why);
  if (!(await freezeAudience(campaign, now() + freezingMs))) return goOnAfterwards(campaign);
  const recipients = await countRecipients(campaign);
  if (recipients === 0) return end(campaign);
  const problem = billingProblem(means.workspace, recipients) ?? sampleProblem(campaign, recipients);
  if (problem !== undefined) return stopped(campaign, { failure: problem });
  const sizes = await cutSlices(campaign, { recipients, sliceSize });
  logger.info('campaign prepared', { campaignId: campaign.id, ...sizes });
  await changeCampaign(campaign, { set: { sizes } });
  return true;
}

/** The next run has all of the function's time again. */
async function goOnAfterwards(campaign: Campaign): Promise<false> {
  await lookNow(campaign, heldSeconds);
  return false;
}

async function stopped(campaign: Campaign, why: Stop): Promise<false> {
  await stop(campaign, why);
  return false;
}

/** Who waits for the winner has none of the first phase before them. */
const phaseOf = ({ abTest, variants }: Campaign): Phase =>
  abTest && !isSendTimeTest({ variants }) && abTest.winner !== null ? 'rest' : 'first';

async function goOn(campaign: Campaign): Promise<boolean> {
  const phase = phaseOf(campaign);
  if (await isOver(campaign, phase)) {
    const { abTest } = campaign;
    const isSampled = phase === 'first' && abTest !== null && !isSendTimeTest(campaign);
    return isSampled ? waitForWinner(campaign, abTest.decideAfterMinutes) : end(campaign);
  }
  const why = await stopOfRun(campaign, await meansOf(campaign));
  if (why) return stopped(campaign, why);
  await releaseSlices(campaign, phase);
  return later(campaign, now() + watchMs);
}

async function waitForWinner(campaign: Campaign, decideAfterMinutes: number): Promise<boolean> {
  const decideAt = now() + decideAfterMinutes * minuteMs;
  const set = { status: 'testing', 'abTest.decideAt': iso(decideAt), ...lookedAtTime(campaign, decideAt) };
  await changeCampaign(campaign, { set });
  await lookLater(decideAt);
  return true;
}

async function decideByMetric(campaign: Campaign): Promise<boolean> {
  const decideAt = Date.parse(campaign.abTest?.decideAt ?? '');
  if (decideAt > now()) return later(campaign, decideAt);
  const { condition, ...changes } = await winnerOf(campaign, 'auto');
  await changeCampaign(campaign, changes, condition);
  return true;
}

/** Nobody is left to be mailed. */
async function end(campaign: Campaign): Promise<boolean> {
  await changeCampaign(campaign, {
    set: { status: 'sent', finishedAt: nowIso() },
    remove: dueAttributes,
  });
  return false;
}

/** What it waited for may be over: a slice pauses it again where it is not. */
async function resume(campaign: Campaign): Promise<boolean> {
  const { resumeAfter } = campaign;
  if (resumeAfter !== null && Date.parse(resumeAfter) > now()) {
    await holdSlices(campaign);
    return later(campaign, Date.parse(resumeAfter));
  }
  const reason = pauseReasonOf((await meansOf(campaign)).workspace);
  if (reason) {
    await holdSlices(campaign);
    await waitOn(campaign, reason);
    return false;
  }
  await changeCampaign(campaign, goingOn(campaign));
  return true;
}
