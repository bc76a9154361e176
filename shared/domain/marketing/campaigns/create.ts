import type { Ctx } from '../../../core/ctx';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { put, writeTogether } from '../../../db/transaction';
import { invalidRequest } from '../../../core/errors';
import { iso, timeOfId } from '../../../core/time';
import { findAudience, refuseUnknownAudience } from '../../audience/audiences/find';
import { listDomains } from '../../platform/domains/find';
import { expectMarketing } from '../../platform/domains/marketing';
import type { Domain } from '../../../db/records/domains';
import { findSegment, refuseUnknownSegment } from '../../audience/segments/find';
import type { Windows } from '../../../db/records/segments';
import { refuseUnknownTopic } from '../../audience/topics/find';
import { keptContent } from './content';
import type { Campaign, CampaignContent, Variant } from '../../../db/records/campaigns';
import { newTest, refuseUnusableVariants, testDefaults, type TestSettings } from './variants';

/** What its author writes. */
export interface NewCampaign
  extends
    CampaignContent,
    Pick<Campaign, 'name' | 'audienceId' | 'identityId' | 'segmentId' | 'topicKey' | 'subject' | 'fromName'> {
  windows: Windows | null;
  variants: readonly Variant[] | null;
  /** Only with variants. */
  test: Partial<TestSettings> | null;
}

/** Creates a campaign, as a draft. A retry finds what its first attempt created. */
export async function createCampaign(
  { workspaceId, operation: { id } }: Ctx,
  { html, test, ...wanted }: NewCampaign,
): Promise<Campaign> {
  const { domain } = await refuseUnusable(workspaceId, { ...wanted, test });
  const campaign: Campaign = {
    ...wanted,
    id,
    workspaceId,
    domain,
    status: 'draft',
    abTest: wanted.variants && newTest({ ...testDefaults, ...test }),
    scheduledAt: null,
    pauseReason: null,
    resumeAfter: null,
    failureReason: null,
    createdAt: iso(timeOfId(id)),
    updatedAt: null,
    startedAt: null,
    finishedAt: null,
  };
  const key = keys.campaign(workspaceId, id);
  // Together: a retry must not bring back what its author has changed since.
  const isCreated = await writeTogether([
    put({ ...key, ...campaign }, ifAbsent),
    put(await keptContent(campaign, { html })),
  ]);
  return isCreated ? campaign : ((await getItem<Campaign>(key)) ?? campaign);
}

async function refuseUnusable(workspaceId: string, wanted: Omit<NewCampaign, 'html'>): Promise<Domain> {
  const { audienceId, identityId, segmentId, topicKey, variants, test } = wanted;
  if (!(await findAudience(workspaceId, audienceId))) await refuseUnknownAudience(workspaceId, audienceId);
  const identity = expectMarketing(await listDomains(workspaceId), identityId, 'a campaign is');
  if (segmentId !== null) await refuseUnusableSegment(workspaceId, segmentId, audienceId);
  if (topicKey !== null) await refuseUnknownTopic(workspaceId, topicKey);
  if (test && !variants) throw invalidRequest('ab_test: a test needs variants');
  if (variants) refuseUnusableVariants(variants, wanted);
  return identity;
}

async function refuseUnusableSegment(
  workspaceId: string,
  segmentId: string,
  audienceId: string,
): Promise<void> {
  const segment =
    (await findSegment(workspaceId, segmentId)) ?? (await refuseUnknownSegment(workspaceId, segmentId));
  if (segment.audienceId === audienceId) return;
  throw invalidRequest(
    `segment_id: ${segment.name} filters another audience, whose id is ${segment.audienceId}`,
  );
}
