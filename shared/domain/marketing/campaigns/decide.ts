import type { Ctx } from '../../../core/ctx';
import { absent, any, is, type Condition } from '../../../db/condition';
import type { Changes } from '../../../db/update';
import { invalidRequest } from '../../../core/errors';
import { now, nowIso } from '../../../core/time';
import { refuseWithoutPaymentMethod } from '../../platform/billing/gate';
import { expectOwnWorkspace } from '../../platform/workspaces/find';
import { expectCampaign } from './find';
import { bestVariant, figuresOf } from './figures';
import { refuseGuarded } from './guardrails';
import { isMovedBy, moveCampaign } from './move';
import type { AbTest, Campaign } from '../../../db/records/campaigns';
import { owedForRest } from './resume';
import { lostRace } from './send';
import { refuseStatus } from './states';
import { lookedAtTime, lookNow } from './wake';

/**
 * Decides a test by hand, for the variant or for what the metric says. Where the run was faster, its winner stands
 * (core.md, "Campaigns"). `readVariant` reads the body.
 */
export async function decideCampaign(
  ctx: Ctx,
  id: string,
  readVariant: () => string | undefined,
): Promise<Campaign> {
  const campaign = await expectCampaign(ctx.workspaceId, id);
  if (isMovedBy(ctx.operation, campaign)) return campaign;
  refuseGuarded(ctx.credential);
  refuseStatus(campaign, ['testing'], rule);
  const wanted = readVariant();
  if (wanted !== undefined) refuseUnknownVariant(campaign, wanted);
  refuseWithoutPaymentMethod(await expectOwnWorkspace(ctx.workspaceId));
  const winner = await winnerOf(campaign, 'manual', wanted);
  const owed = await owedForRest(ctx, campaign);
  const decided = await moveCampaign(ctx, campaign, { ...winner, owed });
  if (!decided) return decidedMeanwhile(ctx, id);
  await lookNow(decided);
  return decided;
}

const rule = 'a winner is decided while an A/B test is testing';

function refuseUnknownVariant({ variants }: Campaign, wanted: string): void {
  if (variants?.some(({ key }) => key === wanted)) return;
  const known = (variants ?? []).map(({ key }) => key).join(', ');
  throw invalidRequest(`variant: there is no variant ${wanted.slice(0, 100)}; the test has ${known}`);
}

/** What sets the winner, and has the rest mailed, unless somebody was faster. */
export async function winnerOf(
  campaign: Campaign,
  decidedBy: NonNullable<AbTest['decidedBy']>,
  wanted?: string,
): Promise<Changes & { condition: Condition }> {
  const winner = wanted ?? bestVariant(campaign, (await figuresOf([campaign]))(campaign));
  const decided = {
    'abTest.winner': winner,
    'abTest.decidedBy': decidedBy,
    'abTest.decidedAt': nowIso(),
  };
  return {
    set: { status: 'sending', ...decided, ...lookedAtTime(campaign, now()) },
    condition: any(absent('abTest.winner'), is('abTest.winner', null)),
  };
}

async function decidedMeanwhile({ workspaceId }: Ctx, id: string): Promise<Campaign> {
  const standing = await expectCampaign(workspaceId, id);
  if (standing.abTest?.winner) return standing;
  refuseStatus(standing, ['testing'], rule);
  throw lostRace();
}
