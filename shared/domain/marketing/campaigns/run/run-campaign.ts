import { keys } from '../../../../db/keys';
import { releaseLease, acquireLease } from '../../../../db/lease';
import { getItem, updateItem } from '../../../../db/table';
import { ifPresent, is } from '../../../../db/condition';
import { logger } from '../../../../core/logger';
import { toIso, minuteMs, now, nowIso } from '../../../../core/time';
import { winnerChanges } from '../decide-winner';
import { findSampleProblem } from '../campaign-problems';
import type { Campaign, Phase } from '../../../../db/records/campaigns';
import { resumeChanges } from '../resume';
import { updateIfUnchanged } from '../conditional-update';
import { isSendTimeTest } from '../variants';
import { nextRunAt, wakeRunAt, wakeRunNow } from '../wake-run';
import { dueAttributeNames } from '../../../platform/scheduler/due-attributes';
import { chargeJoined } from './charge-joined';
import { findBillingProblem, findPauseReason, findRunStopReason } from './stop-reasons';
import { freezeAudience } from './freeze-audience';
import { loadSendContext } from './slice-context';
import { stopCampaign, extendPause, type StopReason } from './stop-campaign';
import {
  countRecipients,
  createSlices,
  unscheduleSlices,
  isPhaseFinished,
  scheduleSlices,
  computeSliceSize,
} from './slices';
import type { Changes } from '../../../../db/update';

/** Longer than the function's timeout. */
const leaseMs = 5.5 * minuteMs;

/**
 * A run starts no further part of the audience after this time. For a million contacts, a part takes most of a minute.
 */
const freezeTimeMaxMs = 2.5 * minuteMs;

/** The delay before the next run while another worker holds the lease. */
const retryDelaySeconds = 5;

/** The worker of the last slice wakes the run. If that worker crashes first, the run continues after this time. */
const watchdogMs = 5 * minuteMs;

/**
 * Advances a campaign step by step until nothing is due: start, freeze the audience, send, decide, resume or finish.
 * One worker at a time holds the lease. After a crash another worker continues, because the campaign stays due.
 */
export async function runCampaign(workspaceId: string, id: string): Promise<void> {
  const key = keys.campaign(workspaceId, id);
  const leased = await acquireLease(key, leaseMs, { condition: ifPresent });
  if (!leased) {
    if (await getItem(key)) await wakeRunNow({ workspaceId, id }, retryDelaySeconds);
    return;
  }
  try {
    for (let campaign: Campaign | undefined = leased; campaign;) {
      if (!(await advanceByStatus[campaign.status](campaign))) break;
      campaign = await getItem(key);
    }
  } finally {
    if (leased.leaseOwner) await releaseLease(key, leased.leaseOwner);
  }
}

/** The next step for each status. A step returns false if no further step is due now. */
const advanceByStatus: Record<Campaign['status'], (campaign: Campaign) => Promise<boolean>> = {
  draft: clearNextRun,
  scheduled: startIfDue,
  sending: (campaign) => (campaign.sizes ? continueSending(campaign) : prepareSlices(campaign)),
  paused: resumeOrWait,
  testing: decideByMetric,
  sent: clearNextRun,
  failed: unscheduleFailedCampaign,
};

async function clearNextRun(campaign: Campaign): Promise<boolean> {
  const key = keys.campaign(campaign.workspaceId, campaign.id);
  await updateItem(key, { remove: dueAttributeNames }, is('status', campaign.status));
  return false;
}

/** Unschedules the slices, because a failed campaign sends to no further recipient. */
async function unscheduleFailedCampaign(campaign: Campaign): Promise<boolean> {
  await unscheduleSlices(campaign);
  return clearNextRun(campaign);
}

/** Ends the run, because the next step is due in the future. */
async function scheduleNextRun(campaign: Campaign, atMs: number): Promise<false> {
  await setDueTime(campaign, atMs);
  await wakeRunAt(atMs);
  return false;
}

async function setDueTime(
  campaign: Campaign,
  atMs: number,
  extra: Pick<Campaign, 'sliceSize'> = {},
): Promise<void> {
  const key = keys.campaign(campaign.workspaceId, campaign.id);
  const set = { ...nextRunAt(campaign, atMs), ...extra };
  await updateItem(key, { set }, is('status', campaign.status));
}

async function startIfDue(campaign: Campaign): Promise<boolean> {
  const startsAt = Date.parse(campaign.scheduledAt ?? '');
  if (startsAt > now()) return scheduleNextRun(campaign, startsAt);
  const set: Partial<Campaign> = { status: 'sending', startedAt: nowIso(), ...nextRunAt(campaign, now()) };
  await updateIfUnchanged(campaign, { set });
  return true;
}

/** Checks whether the campaign may be sent, freezes its audience and creates its slices. */
async function prepareSlices(campaign: Campaign): Promise<boolean> {
  const sliceSize = campaign.sliceSize ?? (await computeSliceSize());
  await setDueTime(campaign, now() + watchdogMs, { sliceSize });
  const context = await loadSendContext(campaign);
  const stopReason = await findRunStopReason(campaign, context);
  if (stopReason) return stopRun(campaign, stopReason);
  if (!(await freezeAudience(campaign, now() + freezeTimeMaxMs))) return continueInNextRun(campaign);
  const recipients = await countRecipients(campaign);
  if (recipients === 0) return finishCampaign(campaign);
  const problem =
    findBillingProblem(context.workspace, recipients) ?? findSampleProblem(campaign, recipients);
  if (problem !== undefined) return stopRun(campaign, { failure: problem });
  const charge = await chargeJoined(campaign, recipients);
  if (charge === 'changed') return continueInNextRun(campaign);
  if (charge === 'over limit') return stopRun(campaign, { pauseReason: 'daily_limit' });
  const sizes = await createSlices(campaign, { recipients, sliceSize });
  logger.info('campaign prepared', { campaignId: campaign.id, ...sizes });
  await updateIfUnchanged(campaign, { set: { sizes } });
  return true;
}

/** Leaves the remaining parts to the next run, which has the function's full timeout. */
async function continueInNextRun(campaign: Campaign): Promise<false> {
  await wakeRunNow(campaign, retryDelaySeconds);
  return false;
}

async function stopRun(campaign: Campaign, stopReason: StopReason): Promise<false> {
  await stopCampaign(campaign, stopReason);
  return false;
}

/** The rest phase starts once a winner is decided. By then, the first phase has finished. */
const currentPhase = ({ abTest, variants }: Campaign): Phase =>
  abTest && !isSendTimeTest({ variants }) && abTest.winner !== null ? 'rest' : 'first';

async function continueSending(campaign: Campaign): Promise<boolean> {
  const phase = currentPhase(campaign);
  if (await isPhaseFinished(campaign, phase)) {
    const { abTest } = campaign;
    const isSampled = phase === 'first' && abTest !== null && !isSendTimeTest(campaign);
    return isSampled ? startTest(campaign, abTest.decideAfterMinutes) : finishCampaign(campaign);
  }
  const stopReason = await findRunStopReason(campaign, await loadSendContext(campaign));
  if (stopReason) return stopRun(campaign, stopReason);
  await scheduleSlices(campaign, phase);
  return scheduleNextRun(campaign, now() + watchdogMs);
}

async function startTest(campaign: Campaign, decideAfterMinutes: number): Promise<boolean> {
  const decideAt = now() + decideAfterMinutes * minuteMs;
  const set: Changes<Campaign>['set'] = {
    status: 'testing',
    'abTest.decideAt': toIso(decideAt),
    ...nextRunAt(campaign, decideAt),
  };
  await updateIfUnchanged(campaign, { set });
  await wakeRunAt(decideAt);
  return true;
}

async function decideByMetric(campaign: Campaign): Promise<boolean> {
  const decideAt = Date.parse(campaign.abTest?.decideAt ?? '');
  if (decideAt > now()) return scheduleNextRun(campaign, decideAt);
  const { condition, ...changes } = await winnerChanges(campaign, 'auto');
  await updateIfUnchanged(campaign, changes, condition);
  return true;
}

/** Marks the campaign as sent. All recipients have an outcome. */
async function finishCampaign(campaign: Campaign): Promise<boolean> {
  await updateIfUnchanged(campaign, {
    set: { status: 'sent', finishedAt: nowIso() },
    remove: dueAttributeNames,
  });
  return false;
}

/**
 * Resumes the campaign after its pause. Extends the pause if the workspace is suspended or has no postal address. If
 * another reason for the pause persists, a slice pauses the campaign again.
 */
async function resumeOrWait(campaign: Campaign): Promise<boolean> {
  const { resumeAfter } = campaign;
  if (resumeAfter !== null && Date.parse(resumeAfter) > now()) {
    await unscheduleSlices(campaign);
    return scheduleNextRun(campaign, Date.parse(resumeAfter));
  }
  const reason = findPauseReason((await loadSendContext(campaign)).workspace);
  if (reason) {
    await unscheduleSlices(campaign);
    await extendPause(campaign, reason);
    return false;
  }
  await updateIfUnchanged(campaign, resumeChanges(campaign));
  return true;
}
