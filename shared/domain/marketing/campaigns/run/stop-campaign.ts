import { is, type Condition } from '../../../../db/condition';
import { keys } from '../../../../db/keys';
import { updateItem } from '../../../../db/table';
import { logger } from '../../../../core/logger';
import { toIso, minuteMs, nextUtcDay, now, nowIso } from '../../../../core/time';
import type { Campaign, PauseReason } from '../../../../db/records/campaigns';
import { nextRunAt, wakeRunAt, wakeRunNow } from '../wake-run';

/** Why a campaign stops: it pauses and checks again automatically, or it fails permanently. */
export type StopReason = PauseRequest | { failure: string };

interface PauseRequest {
  pauseReason: PauseReason;
  /** Replaces the default duration of the pause. */
  durationMs?: number;
}

export async function stopCampaign(campaign: Campaign, stopReason: StopReason): Promise<void> {
  logger.info('campaign stopped', { campaignId: campaign.id, ...stopReason });
  await ('failure' in stopReason
    ? failCampaign(campaign, stopReason.failure)
    : pauseCampaign(campaign, stopReason));
}

/** How long after a pause the run checks whether it may continue. Undefined if the pause ends at the next UTC day. */
const recheckAfterMs: Record<PauseReason, number | undefined> = {
  warmup: undefined,
  daily_limit: undefined,
  quota: 15 * minuteMs,
  throttled: minuteMs / 2,
  interrupted: minuteMs,
  no_postal_address: 5 * minuteMs,
  workspace_suspended: 5 * minuteMs,
};

const isSending: Condition<Campaign> = is('status', 'sending');

/**
 * These pauses last long, so the run unschedules the slices. Unscheduled slices reserve no part of the account's send
 * rate.
 */
const longPauseReasons: readonly PauseReason[] = ['warmup', 'no_postal_address', 'workspace_suspended'];

/** Pauses a campaign. Has no effect if the campaign is no longer sending. */
async function pauseCampaign(campaign: Campaign, { pauseReason, durationMs }: PauseRequest): Promise<void> {
  const untilMs = durationMs === undefined ? pauseEndMs(pauseReason) : now() + durationMs;
  const recheckAtMs = longPauseReasons.includes(pauseReason) ? now() : untilMs;
  if (!(await writePaused(campaign, { pauseReason, untilMs, recheckAtMs, condition: isSending }))) return;
  await (recheckAtMs < untilMs ? wakeRunNow(campaign) : wakeRunAt(untilMs));
}

/** Extends the pause of a campaign. The reason for the pause may have changed. */
export async function extendPause(campaign: Campaign, pauseReason: PauseReason): Promise<void> {
  const untilMs = pauseEndMs(pauseReason);
  const condition: Condition<Campaign> = is('status', 'paused');
  if (await writePaused(campaign, { pauseReason, untilMs, recheckAtMs: untilMs, condition }))
    await wakeRunAt(untilMs);
}

function pauseEndMs(pauseReason: PauseReason): number {
  const afterMs = recheckAfterMs[pauseReason];
  return afterMs === undefined ? nextUtcDay() : now() + afterMs;
}

function writePaused(
  { workspaceId, id }: Campaign,
  {
    pauseReason,
    untilMs,
    recheckAtMs,
    condition,
  }: { pauseReason: PauseReason; untilMs: number; recheckAtMs: number; condition: Condition<Campaign> },
): Promise<Campaign | undefined> {
  const set: Partial<Campaign> = {
    status: 'paused',
    pauseReason,
    resumeAfter: pauseReason === 'warmup' ? toIso(untilMs) : null,
    updatedAt: nowIso(),
    ...nextRunAt({ id }, recheckAtMs),
  };
  return updateItem(keys.campaign(workspaceId, id), { set }, condition);
}

/** Fails a campaign that must not continue. The run then unschedules its remaining slices. */
async function failCampaign(campaign: Campaign, failureReason: string): Promise<void> {
  const { workspaceId, id } = campaign;
  const at = nowIso();
  const set: Partial<Campaign> = {
    status: 'failed',
    failureReason,
    finishedAt: at,
    updatedAt: at,
    ...nextRunAt(campaign, now()),
  };
  if (await updateItem(keys.campaign(workspaceId, id), { set }, isSending)) await wakeRunNow(campaign);
}
