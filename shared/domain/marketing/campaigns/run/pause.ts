import { is, type Condition } from '../../../../db/condition';
import { keys } from '../../../../db/keys';
import { updateItem } from '../../../../db/table';
import { logger } from '../../../../core/logger';
import { iso, minuteMs, nextUtcDay, now, nowIso } from '../../../../core/time';
import type { Campaign, PauseReason } from '../../../../db/records/campaigns';
import { lookedAtTime, lookLater, lookNow } from '../wake';

/** Why a campaign does not go on: it waits, and looks again by itself, or it never will. */
export type Stop = Wait | { failure: string };

interface Wait {
  pauseReason: PauseReason;
  /** How long, where that is not as always. */
  forMs?: number;
}

export async function stop(campaign: Campaign, why: Stop): Promise<void> {
  logger.info('campaign stopped', { campaignId: campaign.id, ...why });
  await ('failure' in why ? fail(campaign, why.failure) : pause(campaign, why));
}

/** After a pause the run looks whether it may go on: when that is known, then; else so much later. */
const lookedAtAfterMs: Record<Exclude<PauseReason, 'warmup'>, number> = {
  quota: 15 * minuteMs,
  throttled: minuteMs / 2,
  interrupted: minuteMs,
  no_postal_address: 5 * minuteMs,
  workspace_suspended: 5 * minuteMs,
};

const isSending = is('status', 'sending');

/** These last: the run is to hold the slices meanwhile, so that they take nothing of the account's rate. */
const lasting: readonly PauseReason[] = ['warmup', 'no_postal_address', 'workspace_suspended'];

/** Has a campaign wait. One that somebody has paused or ended meanwhile stays as it is. */
async function pause(campaign: Campaign, { pauseReason, forMs }: Wait): Promise<void> {
  const untilMs = forMs === undefined ? waitsUntil(pauseReason) : now() + forMs;
  const lookAt = lasting.includes(pauseReason) ? now() : untilMs;
  if (!(await setWaiting(campaign, { pauseReason, untilMs, lookAt, condition: isSending }))) return;
  await (lookAt < untilMs ? lookNow(campaign) : lookLater(untilMs));
}

/** A paused campaign waits on, perhaps for another reason. */
export async function waitOn(campaign: Campaign, pauseReason: PauseReason): Promise<void> {
  const untilMs = waitsUntil(pauseReason);
  const condition = is('status', 'paused');
  if (await setWaiting(campaign, { pauseReason, untilMs, lookAt: untilMs, condition }))
    await lookLater(untilMs);
}

const waitsUntil = (pauseReason: PauseReason): number =>
  pauseReason === 'warmup' ? nextUtcDay() : now() + lookedAtAfterMs[pauseReason];

function setWaiting(
  { workspaceId, id }: Campaign,
  {
    pauseReason,
    untilMs,
    lookAt,
    condition,
  }: { pauseReason: PauseReason; untilMs: number; lookAt: number; condition: Condition },
): Promise<Campaign | undefined> {
  const set = {
    status: 'paused',
    pauseReason,
    resumeAfter: pauseReason === 'warmup' ? iso(untilMs) : null,
    updatedAt: nowIso(),
    ...lookedAtTime({ id }, lookAt),
  };
  return updateItem<Campaign>(keys.campaign(workspaceId, id), { set }, condition);
}

/** Ends a run that must not go on; then the run holds what is left of its slices. */
async function fail(campaign: Campaign, failureReason: string): Promise<void> {
  const { workspaceId, id } = campaign;
  const at = nowIso();
  const set = {
    status: 'failed',
    failureReason,
    finishedAt: at,
    updatedAt: at,
    ...lookedAtTime(campaign, now()),
  };
  if (await updateItem<Campaign>(keys.campaign(workspaceId, id), { set }, isSending)) await lookNow(campaign);
}
