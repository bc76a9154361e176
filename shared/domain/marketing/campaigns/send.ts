import type { RequestContext } from '../../../core/request-context';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { invalidRequest } from '../../../core/errors';
import { toIso, now, nowIso } from '../../../core/time';
import { refuseWithoutPaymentMethod } from '../../platform/billing/billing-refusals';
import { refuseSuspended, refuseWithoutPostalAddress } from '../../send/policy/refusals';
import { countMatching, countDeadline } from '../../audience/segments/count-matching';
import { expectOwnWorkspace } from '../../platform/workspaces/find';
import { loadRecipientQuery } from './recipient-query';
import { expectCampaign } from './find';
import { noCapCharge, capChargeFor, refuseGuardedKey, type CapCharge } from './guardrails';
import { isTransitionedBy, transitionCampaign } from './transition';
import type { Campaign } from '../../../db/records/campaigns';
import { refuseStatus } from './conditional-update';
import { firstSendAt, isSendTimeTest } from './variants';
import { nextRunAt, wakeRunAt, wakeRunNow } from './wake-run';

/** Returns the requested send time in ms, or undefined to send now. */
type ReadTime = () => number | undefined;

/** Sends, schedules or reschedules a campaign. Checks run in the order of CA-20. `readTime` reads the request body. */
export async function sendCampaign(ctx: RequestContext, id: string, readTime: ReadTime): Promise<Campaign> {
  return retryOnConflict(() => trySendCampaign(ctx, id, readTime), lostRaceError);
}

export const lostRaceError = () =>
  serviceUnavailable('Another request is changing this campaign. Retry the request');

async function trySendCampaign(
  ctx: RequestContext,
  id: string,
  readTime: ReadTime,
): Promise<Campaign | undefined> {
  const campaign = await expectCampaign(ctx.workspaceId, id);
  if (isTransitionedBy(ctx.operation, campaign)) return campaign;
  refuseGuardedKey(ctx.credential);
  refuseStatus(campaign, ['draft', 'scheduled'], 'only a draft or scheduled campaign can be sent');
  const requestedAtMs = readTime();
  const hasSendTimes = isSendTimeTest(campaign);
  if (hasSendTimes && requestedAtMs !== undefined)
    throw invalidRequest(
      'scheduled_at: not allowed, because each variant of this campaign has its own send_at',
    );
  await refuseIfWorkspaceCannotSend(ctx.workspaceId);
  if (hasSendTimes && campaign.status === 'scheduled') return campaign;
  const atMs = hasSendTimes ? Date.parse(firstSendAt(campaign) ?? '') : requestedAtMs;
  return atMs === undefined ? sendNow(ctx, campaign) : scheduleAt(ctx, campaign, atMs);
}

/** Refuses with 422 or 402 if the workspace cannot send any campaign. */
export async function refuseIfWorkspaceCannotSend(workspaceId: string): Promise<void> {
  const workspace = await expectOwnWorkspace(workspaceId);
  refuseWithoutPostalAddress({ riskClass: 'marketing' }, workspace);
  refuseSuspended(workspace);
  refuseWithoutPaymentMethod(workspace);
}

async function sendNow(ctx: RequestContext, campaign: Campaign): Promise<Campaign | undefined> {
  const capCharge = await capChargeForAll(ctx, campaign);
  const startedAt = nowIso();
  const set: Partial<Campaign> = {
    status: 'sending',
    startedAt,
    scheduledAt: null,
    ...nextRunAt(campaign, now()),
  };
  const started = await transitionCampaign(ctx, campaign, { set, capCharge });
  if (started) await wakeRunNow(started);
  return started;
}

/**
 * Schedules or reschedules a campaign. If a scheduled campaign is moved to a later time, the key's daily cap is not
 * charged.
 */
export async function scheduleAt(
  ctx: RequestContext,
  campaign: Campaign,
  atMs: number,
): Promise<Campaign | undefined> {
  const { scheduledAt } = campaign;
  const isPostponed = scheduledAt !== null && atMs >= Date.parse(scheduledAt);
  const capCharge = isPostponed ? noCapCharge : await capChargeForAll(ctx, campaign);
  const set: Partial<Campaign> = {
    status: 'scheduled',
    scheduledAt: toIso(atMs),
    ...nextRunAt(campaign, atMs),
  };
  const scheduled = await transitionCampaign(ctx, campaign, { set, capCharge });
  if (scheduled) await wakeRunAt(atMs);
  return scheduled;
}

/** The charge for every current recipient of the campaign. */
export const capChargeForAll = (ctx: RequestContext, campaign: Campaign): Promise<CapCharge> =>
  capChargeFor(ctx.credential, campaign, async () =>
    countMatching(await loadRecipientQuery(campaign), countDeadline(ctx)),
  );
