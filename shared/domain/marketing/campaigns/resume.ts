import type { RequestContext } from '../../../core/request-context';
import type { Changes } from '../../../db/update';
import { retryOnConflict } from '../../../db/retry-on-conflict';
import { invalidState } from '../../../core/errors';
import { now } from '../../../core/time';
import { expectCampaign } from './find';
import { loadCampaignStats, countPending } from './stats';
import { capChargeFor, refuseGuardedKey, type CapCharge } from './guardrails';
import { isTransitionedBy, transitionCampaign } from './transition';
import type { Campaign } from '../../../db/records/campaigns';
import { lostRaceError, capChargeForAll, refuseIfWorkspaceCannotSend } from './send';
import { refuseStatus } from './conditional-update';
import { nextRunAt, wakeRunNow } from './wake-run';

/** Resumes a paused campaign. The run checks again whether it may send, and may pause the campaign again. */
export const resumeCampaign = (ctx: RequestContext, id: string): Promise<Campaign> =>
  retryOnConflict(() => tryResumeCampaign(ctx, id), lostRaceError);

async function tryResumeCampaign(ctx: RequestContext, id: string): Promise<Campaign | undefined> {
  const campaign = await expectCampaign(ctx.workspaceId, id);
  if (isTransitionedBy(ctx.operation, campaign)) return campaign;
  refuseGuardedKey(ctx.credential);
  refuseStatus(campaign, ['paused'], 'only a paused campaign can be resumed');
  refuseBeforeResumeTime(campaign);
  await refuseIfWorkspaceCannotSend(ctx.workspaceId);
  const capCharge = await capChargeForRemaining(ctx, campaign);
  const resumed = await transitionCampaign(ctx, campaign, { ...resumeChanges(campaign), capCharge });
  if (resumed) await wakeRunNow(resumed);
  return resumed;
}

function refuseBeforeResumeTime({ resumeAfter }: Campaign): void {
  if (resumeAfter === null || Date.parse(resumeAfter) <= now()) return;
  throw invalidState(
    `This campaign waits for its domain's warm-up allowance. It resumes automatically when the allowance renews at ${resumeAfter}`,
  );
}

/** The charge for the pending recipients. Until the run has frozen the audience, these are all current recipients. */
export const capChargeForRemaining = (ctx: RequestContext, campaign: Campaign): Promise<CapCharge> =>
  campaign.sizes
    ? capChargeFor(ctx.credential, campaign, async () =>
        countPending(campaign, (await loadCampaignStats([campaign]))(campaign)),
      )
    : capChargeForAll(ctx, campaign);

/** The changes that make a paused campaign `sending` again. */
export const resumeChanges = (campaign: Campaign): Changes<Campaign> => ({
  set: { status: 'sending', pauseReason: null, resumeAfter: null, ...nextRunAt(campaign, now()) },
});
