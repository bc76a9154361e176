import type { Ctx } from '../../../core/ctx';
import { busy, untilWon } from '../../../db/race';
import { invalidRequest } from '../../../core/errors';
import { iso, now, nowIso } from '../../../core/time';
import { refuseWithoutPaymentMethod } from '../../platform/billing/gate';
import { refuseSuspended, refuseWithoutPostalAddress } from '../../send/policy/refusals';
import { countMatching, deadlineOf } from '../../audience/segments/count';
import { expectOwnWorkspace } from '../../platform/workspaces/find';
import { askedBy } from './audience';
import { expectCampaign } from './find';
import { nothingOwed, owedBy, refuseGuarded, type Owed } from './guardrails';
import { isMovedBy, moveCampaign } from './move';
import type { Campaign } from '../../../db/records/campaigns';
import { refuseStatus } from './states';
import { firstSendAt, isSendTimeTest } from './variants';
import { lookedAtTime, lookLater, lookNow } from './wake';

/** When it is to go out, in ms; undefined for at once. */
type ReadTime = () => number | undefined;

/**
 * Sets a campaign on its way, or for a time, or moves it to another. The refusals come in the order of contract.md,
 * 4.14; `readTime` reads the body.
 */
export async function sendCampaign(ctx: Ctx, id: string, readTime: ReadTime): Promise<Campaign> {
  return untilWon(() => trySend(ctx, id, readTime), lostRace);
}

export const lostRace = () => busy('This campaign is being changed: repeat the request');

async function trySend(ctx: Ctx, id: string, readTime: ReadTime): Promise<Campaign | undefined> {
  const campaign = await expectCampaign(ctx.workspaceId, id);
  if (isMovedBy(ctx.operation, campaign)) return campaign;
  refuseGuarded(ctx.credential);
  refuseStatus(campaign, ['draft', 'scheduled'], 'only a draft or a scheduled one can be sent');
  const asked = readTime();
  const isTimed = isSendTimeTest(campaign);
  if (isTimed && asked !== undefined)
    throw invalidRequest('scheduled_at: the variants of this campaign say when each is sent');
  await refuseToSend(ctx.workspaceId);
  if (isTimed && campaign.status === 'scheduled') return campaign;
  const at = isTimed ? Date.parse(firstSendAt(campaign) ?? '') : asked;
  return at === undefined ? sendNow(ctx, campaign) : moveTo(ctx, campaign, at);
}

/** What stops each campaign, whatever it is: 422 and 402. */
export async function refuseToSend(workspaceId: string): Promise<void> {
  const workspace = await expectOwnWorkspace(workspaceId);
  refuseWithoutPostalAddress({ riskClass: 'marketing' }, workspace);
  refuseSuspended(workspace);
  refuseWithoutPaymentMethod(workspace);
}

async function sendNow(ctx: Ctx, campaign: Campaign): Promise<Campaign | undefined> {
  const owed = await owedForAll(ctx, campaign);
  const startedAt = nowIso();
  const set = { status: 'sending', startedAt, scheduledAt: null, ...lookedAtTime(campaign, now()) };
  const started = await moveCampaign(ctx, campaign, { set, owed });
  if (started) await lookNow(started);
  return started;
}

/** Schedules it, or moves it: only to an earlier time it is counted on the key's day. */
export async function moveTo(ctx: Ctx, campaign: Campaign, atMs: number): Promise<Campaign | undefined> {
  const { scheduledAt } = campaign;
  const isLater = scheduledAt !== null && atMs >= Date.parse(scheduledAt);
  const owed = isLater ? nothingOwed : await owedForAll(ctx, campaign);
  const set = { status: 'scheduled', scheduledAt: iso(atMs), ...lookedAtTime(campaign, atMs) };
  const moved = await moveCampaign(ctx, campaign, { set, owed });
  if (moved) await lookLater(atMs);
  return moved;
}

/** For whomever it would be for now. */
export const owedForAll = (ctx: Ctx, campaign: Campaign): Promise<Owed> =>
  owedBy(ctx.credential, campaign, async () => countMatching(await askedBy(campaign), deadlineOf(ctx)));
