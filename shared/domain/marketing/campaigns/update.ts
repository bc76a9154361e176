import { withoutUndefined } from '../../../core/without-undefined';
import type { RequestContext } from '../../../core/request-context';
import { all, is, type Condition } from '../../../db/condition';
import type { Changes } from '../../../db/update';
import { keys } from '../../../db/keys';
import { retryOnConflict } from '../../../db/retry-on-conflict';
import { updateWrite, putWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { invalidRequest } from '../../../core/errors';
import { nowIso } from '../../../core/time';
import { dueAttributeNames } from '../../platform/scheduler/due-attributes';
import { objectKeysOf, planDeletionWrite } from '../../platform/stored-content/plan-deletion';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { storeCampaignContent } from './content';
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

/** An undefined field keeps its stored value. */
export type CampaignChanges = Partial<Pick<Campaign, 'name' | 'subject' | 'fromName'> & CampaignContent> & {
  /** Null removes the A/B test. */
  variants?: readonly Variant[] | null | undefined;
  /** These settings replace the stored settings of the same name. */
  test?: Partial<TestSettings> | undefined;
};

/** The parsed body of an update request. */
export interface CampaignUpdate {
  /** Whether the body has a `scheduled_at` that is not null. */
  changesTime: boolean;
  /** Whether the body has no field other than `scheduled_at`. */
  changesOnlyTime: boolean;
  /** In ms. Null makes the campaign a draft again. */
  readTime: () => number | null;
  readChanges: () => CampaignChanges;
}

/** Changes a draft, or the send time of a scheduled campaign (CA-9 to CA-11). */
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
  refuseStatus(
    campaign,
    ['draft', 'scheduled'],
    'only a draft can be changed, and only a scheduled campaign can be rescheduled',
  );
  if (campaign.status === 'draft') return changeDraft(campaign, update.readChanges());
  const rule = 'only scheduled_at can be changed, and null makes the campaign a draft again';
  refuseStatus(campaign, update.changesOnlyTime ? ['scheduled'] : [], rule);
  return changeScheduledTime(ctx, campaign, update.readTime());
}

async function changeDraft(
  campaign: Campaign,
  { html, test, ...changes }: CampaignChanges,
): Promise<Campaign | undefined> {
  const merged = { ...campaign, ...withoutUndefined(changes) };
  const { variants } = merged;
  if (test && !variants) throw invalidRequest('ab_test: An A/B test needs variants');
  if (variants) refuseUnusableVariants(variants, merged);
  const abTest = variants && newAbTest({ ...testDefaults, ...campaign.abTest, ...test });
  const expressionFields = addWritten(campaign, { ...changes, html });
  const set = { ...withoutUndefined(changes), abTest, expressionFields, updatedAt: nowIso() };
  // Write only if the draft is unchanged, because the changes were merged into the version that was read. A campaign
  // that has started must keep its content.
  const isUnchanged: Condition<Campaign> = all(is('status', 'draft'), is('updatedAt', campaign.updatedAt));
  const replacement = html === undefined ? noReplacement : await replaceContent(campaign, html);
  const isChanged = await writeTransaction([
    updateWrite(
      keys.campaign(campaign.workspaceId, campaign.id),
      { ...replacement.changes, set: { ...set, ...replacement.changes.set } },
      isUnchanged,
    ),
    ...replacement.writes,
  ]);
  if (!isChanged) return undefined;
  if (html !== undefined) await startContentDeletion(campaign);
  return { ...campaign, ...set };
}

/** A new HTML of a campaign: the change to the campaign, and the other writes of the transaction. */
interface ContentReplacement {
  changes: Changes<Campaign>;
  writes: TransactionWrite[];
}

const noReplacement: ContentReplacement = { changes: {}, writes: [] };

async function replaceContent(campaign: Campaign, html: string): Promise<ContentReplacement> {
  const { workspaceId, storedContent: replaced } = campaign;
  const { record, uploaded } = await storeCampaignContent(campaign, { html }, replaced);
  return {
    changes: uploaded
      ? { set: { storedContent: uploaded.storedContent } }
      : { ...(replaced && { remove: ['storedContent'] }) },
    writes: [
      putWrite(record),
      ...(uploaded ? [uploaded.useWrite] : []),
      ...(replaced ? [planDeletionWrite(workspaceId, replaced, objectKeysOf(replaced))] : []),
    ],
  };
}

/** The texts that an earlier version of the service saved keep their syntax until a client writes them again. */
const addWritten = ({ expressionFields = [] }: Campaign, written: CampaignChanges) =>
  (['subject', 'html', 'variants'] as const).filter(
    (field) => written[field] !== undefined || expressionFields.includes(field),
  );

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
    throw invalidRequest(
      'scheduled_at: not allowed, because each variant of this campaign has its own send_at',
    );
  return scheduleAt(ctx, campaign, atMs);
}
