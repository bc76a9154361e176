import type { RequestContext } from '../../../core/request-context';
import { attributeNotExists, any, is, type Condition } from '../../../db/condition';
import type { Changes } from '../../../db/update';
import { invalidRequest } from '../../../core/errors';
import { now, nowIso } from '../../../core/time';
import { refuseWithoutPaymentMethod } from '../../platform/billing/billing-refusals';
import { expectOwnWorkspace } from '../../platform/workspaces/find';
import { expectCampaign } from './find';
import { bestVariant, loadCampaignStats, pickTestStats } from './stats';
import { refuseGuardedKey } from './guardrails';
import { isTransitionedBy, transitionCampaign } from './transition';
import type { AbTest, Campaign } from '../../../db/records/campaigns';
import { capChargeForRemaining } from './resume';
import { lostRaceError } from './send';
import { refuseStatus } from './conditional-update';
import { nextRunAt, wakeRunNow } from './wake-run';

/**
 * Decides an A/B test on request. The winner is the given variant or, without one, the best variant by the metric. A
 * winner that the run has already decided does not change (CA-38, CA-39). `readVariant` reads the request body.
 */
export async function decideWinner(
  ctx: RequestContext,
  id: string,
  readVariant: () => string | undefined,
): Promise<Campaign> {
  const campaign = await expectCampaign(ctx.workspaceId, id);
  if (isTransitionedBy(ctx.operation, campaign)) return campaign;
  refuseGuardedKey(ctx.credential);
  refuseStatus(campaign, ['testing'], rule);
  const requestedVariant = readVariant();
  if (requestedVariant !== undefined) refuseUnknownVariant(campaign, requestedVariant);
  refuseWithoutPaymentMethod(await expectOwnWorkspace(ctx.workspaceId));
  const [winner, capCharge] = await Promise.all([
    winnerChanges(campaign, 'manual', requestedVariant),
    capChargeForRemaining(ctx, campaign),
  ]);
  const decided = await transitionCampaign(ctx, campaign, { ...winner, capCharge });
  if (!decided) return expectDecided(ctx, id);
  await wakeRunNow(decided);
  return decided;
}

const rule = 'a winner can be decided only while the status is testing';

function refuseUnknownVariant({ variants }: Campaign, requestedVariant: string): void {
  if (variants?.some(({ key }) => key === requestedVariant)) return;
  const knownKeys = (variants ?? []).map(({ key }) => key).join(', ');
  throw invalidRequest(
    `variant: No such variant: ${requestedVariant.slice(0, 100)}. The variants are ${knownKeys}`,
  );
}

/**
 * The changes that record the winner with the counts at the decision, and start sending to the remaining recipients,
 * unless a winner is already recorded.
 */
export async function winnerChanges(
  campaign: Campaign,
  decidedBy: NonNullable<AbTest['decidedBy']>,
  requestedVariant?: string,
): Promise<Changes<Campaign> & { condition: Condition<Campaign> }> {
  const stats = (await loadCampaignStats([campaign]))(campaign);
  const decided = {
    'abTest.winner': requestedVariant ?? bestVariant(campaign, stats),
    'abTest.decidedBy': decidedBy,
    'abTest.decidedAt': nowIso(),
    'abTest.decidedStats': pickTestStats(campaign, stats),
  };
  return {
    set: { status: 'sending', ...decided, ...nextRunAt(campaign, now()) },
    condition: any(attributeNotExists('abTest.winner'), is('abTest.winner', null)),
  };
}

async function expectDecided({ workspaceId }: RequestContext, id: string): Promise<Campaign> {
  const current = await expectCampaign(workspaceId, id);
  if (current.abTest?.winner) return current;
  refuseStatus(current, ['testing'], rule);
  throw lostRaceError();
}
