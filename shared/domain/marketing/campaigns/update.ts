import { withoutUndefined } from '../../../core/without-undefined';
import type { RequestContext } from '../../../core/request-context';
import { all, is, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { retryOnConflict } from '../../../db/retry-on-conflict';
import { updateWrite, putWrite, writeTransaction } from '../../../db/transaction';
import { invalidRequest } from '../../../core/errors';
import { nowIso } from '../../../core/time';
import { dueAttributeNames } from '../../platform/scheduler/due-attributes';
import { storeLargeContent } from './content';
import { expectCampaign } from './find';
import { refuseGuardedKey } from './guardrails';
import { isTransitionedBy, transitionCampaign } from './transition';
import type { Campaign, CampaignContent, Variant } from '../../../db/records/campaigns';
import { lostRaceError, scheduleAt } from './send';
import { refuseStatus } from './conditional-update';
import {
  isSendTimeTest,
  newAbTest,
  refuseUnusableVariants,
  testDefaults,
  type TestSettings,
} from './variants';

/** What is undefined stays; the others replace what is stored. */
export type CampaignChanges = Partial<Pick<Campaign, 'name' | 'subject' | 'fromName'> & CampaignContent> & {
  /** Null: no test any more. */
  variants?: readonly Variant[] | null | undefined;
  /** Put over the settings that there are. */
  test?: Partial<TestSettings> | undefined;
};

/** What an update asks for, as its body says it. */
export interface CampaignUpdate {
  /** Its `scheduled_at` is something other than null. */
  changesTime: boolean;
  /** It says nothing but `scheduled_at`. */
  changesOnlyTime: boolean;
  /** In ms; null: it is a draft again. */
  readTime: () => number | null;
  readChanges: () => CampaignChanges;
}

/** Changes a draft, or the time of a scheduled campaign (CA-9 to CA-11). */
export const updateCampaign = (ctx: RequestContext, id: string, update: CampaignUpdate): Promise<Campaign> =>
  retryOnConflict(() => tryUpdate(ctx, id, update), lostRaceError);

async function tryUpdate(
  ctx: RequestContext,
  id: string,
  update: CampaignUpdate,
): Promise<Campaign | undefined> {
  const campaign = await expectCampaign(ctx.workspaceId, id);
  if (isTransitionedBy(ctx.operation, campaign)) return campaign;
  if (update.changesTime) refuseGuardedKey(ctx.credential);
  refuseStatus(campaign, ['draft', 'scheduled'], 'only a draft can be changed, and a scheduled one moved');
  if (campaign.status === 'draft') return changeDraft(campaign, update.readChanges());
  const rule = 'only its scheduled_at can be changed; null makes it a draft again';
  refuseStatus(campaign, update.changesOnlyTime ? ['scheduled'] : [], rule);
  return changeScheduledTime(ctx, campaign, update.readTime());
}

async function changeDraft(
  campaign: Campaign,
  { html, test, ...changes }: CampaignChanges,
): Promise<Campaign | undefined> {
  const merged = { ...campaign, ...withoutUndefined(changes) };
  const { variants } = merged;
  if (test && !variants) throw invalidRequest('ab_test: a test needs variants');
  if (variants) refuseUnusableVariants(variants, merged);
  const abTest = variants && newAbTest({ ...testDefaults, ...campaign.abTest, ...test });
  const set = { ...withoutUndefined(changes), abTest, updatedAt: nowIso() };
  // What was merged into must be what there still is; and one that began meanwhile says what it said.
  const isUnchanged: Condition<Campaign> = all(is('status', 'draft'), is('updatedAt', campaign.updatedAt));
  const isChanged = await writeTransaction([
    updateWrite(keys.campaign(campaign.workspaceId, campaign.id), { set }, isUnchanged),
    ...(html === undefined ? [] : [putWrite(await storeLargeContent(campaign, { html }))]),
  ]);
  return isChanged ? { ...campaign, ...set } : undefined;
}

function changeScheduledTime(
  ctx: RequestContext,
  campaign: Campaign,
  atMs: number | null,
): Promise<Campaign | undefined> {
  if (atMs === null)
    return transitionCampaign(ctx, campaign, {
      set: { status: 'draft', scheduledAt: null },
      remove: dueAttributeNames,
    });
  if (isSendTimeTest(campaign))
    throw invalidRequest('scheduled_at: the variants of this campaign say when each is sent');
  return scheduleAt(ctx, campaign, atMs);
}
