import type { Ctx } from '../../../core/ctx';
import type { Changes } from '../../../db/update';
import { untilWon } from '../../../db/race';
import { invalidState } from '../../../core/errors';
import { now } from '../../../core/time';
import { expectCampaign } from './find';
import { figuresOf, pendingOf } from './figures';
import { owedBy, refuseGuarded, type Owed } from './guardrails';
import { isMovedBy, moveCampaign } from './move';
import type { Campaign } from '../../../db/records/campaigns';
import { lostRace, owedForAll, refuseToSend } from './send';
import { refuseStatus } from './states';
import { lookedAtTime, lookNow } from './wake';

/** Has a paused campaign go on. Whether it may is looked at by the run, which may pause it again. */
export const resumeCampaign = (ctx: Ctx, id: string): Promise<Campaign> =>
  untilWon(() => tryResume(ctx, id), lostRace);

async function tryResume(ctx: Ctx, id: string): Promise<Campaign | undefined> {
  const campaign = await expectCampaign(ctx.workspaceId, id);
  if (isMovedBy(ctx.operation, campaign)) return campaign;
  refuseGuarded(ctx.credential);
  refuseStatus(campaign, ['paused'], 'only a paused one can be resumed');
  refuseEarly(campaign);
  await refuseToSend(ctx.workspaceId);
  const owed = await owedForRest(ctx, campaign);
  const resumed = await moveCampaign(ctx, campaign, { ...goingOn(campaign), owed });
  if (resumed) await lookNow(resumed);
  return resumed;
}

function refuseEarly({ resumeAfter }: Campaign): void {
  if (resumeAfter === null || Date.parse(resumeAfter) <= now()) return;
  throw invalidState(
    `This campaign waits for its domain's warm-up allowance, which renews at ${resumeAfter}: it goes on by itself then`,
  );
}

/** For those who are still to be mailed: before the run has written them down, all whom it is for. */
export const owedForRest = (ctx: Ctx, campaign: Campaign): Promise<Owed> =>
  campaign.sizes
    ? owedBy(ctx.credential, campaign, async () =>
        pendingOf(campaign, (await figuresOf([campaign]))(campaign)),
      )
    : owedForAll(ctx, campaign);

/** What makes a paused campaign one that is sending again. */
export const goingOn = (campaign: Campaign): Changes => ({
  set: { status: 'sending', pauseReason: null, resumeAfter: null, ...lookedAtTime(campaign, now()) },
});
