import type { RequestContext } from '../../../core/request-context';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { putWrite, writeTransaction } from '../../../db/transaction';
import { invalidRequest } from '../../../core/errors';
import { toIso, timeOfId } from '../../../core/time';
import { findAudience, refuseUnknownAudience } from '../../audience/audiences/find';
import { listDomains } from '../../platform/domains/find';
import { expectMarketingDomain } from '../../platform/domains/expect-marketing-domain';
import type { Domain } from '../../../db/records/domains';
import { findSegment, refuseUnknownSegment } from '../../audience/segments/find';
import type { EngagementWindows } from '../../../db/records/segments';
import { refuseUnknownTopic } from '../../audience/topics/find';
import { storeCampaignContent } from './content';
import type { Campaign, CampaignContent, Variant } from '../../../db/records/campaigns';
import { newAbTest, refuseUnusableVariants, testDefaults, type TestSettings } from './variants';

/** The fields that a client sets. */
export interface NewCampaign
  extends
    CampaignContent,
    Pick<Campaign, 'name' | 'audienceId' | 'identityId' | 'segmentId' | 'topicKey' | 'subject' | 'fromName'> {
  windows: EngagementWindows | null;
  variants: readonly Variant[] | null;
  /** Null if the campaign has no variants. */
  test: Partial<TestSettings> | null;
}

/** Creates a campaign as a draft. A retry returns the campaign that the first attempt created. */
export async function createCampaign(
  { workspaceId, operation: { id } }: RequestContext,
  { html, test, ...input }: NewCampaign,
): Promise<Campaign> {
  const { domain } = await refuseInvalidReferences(workspaceId, { ...input, test });
  const campaign: Campaign = {
    ...input,
    id,
    workspaceId,
    domain,
    status: 'draft',
    expressionFields: ['subject', 'html', 'variants'],
    abTest: input.variants && newAbTest({ ...testDefaults, ...test }),
    scheduledAt: null,
    pauseReason: null,
    resumeAfter: null,
    failureReason: null,
    createdAt: toIso(timeOfId(id)),
    updatedAt: null,
    startedAt: null,
    finishedAt: null,
  };
  const key = keys.campaign(workspaceId, id);
  // Write the campaign and its content in one transaction, because a retry must not overwrite content that the client
  // has changed since.
  const { record, uploaded } = await storeCampaignContent(campaign, { html });
  const isCreated = await writeTransaction([
    putWrite({ ...key, ...campaign, storedContent: uploaded?.storedContent }, ifAbsent),
    putWrite(record),
    ...(uploaded ? [uploaded.useWrite] : []),
  ]);
  return isCreated ? campaign : ((await getItem(key)) ?? campaign);
}

async function refuseInvalidReferences(
  workspaceId: string,
  input: Omit<NewCampaign, 'html'>,
): Promise<Domain> {
  const { audienceId, identityId, segmentId, topicKey, variants, test } = input;
  if (!(await findAudience(workspaceId, audienceId))) await refuseUnknownAudience(workspaceId, audienceId);
  const identity = expectMarketingDomain(await listDomains(workspaceId), identityId, 'a campaign is');
  if (segmentId !== null) await refuseSegmentOfOtherAudience(workspaceId, segmentId, audienceId);
  if (topicKey !== null) await refuseUnknownTopic(workspaceId, topicKey);
  if (test && !variants) throw invalidRequest('ab_test: An A/B test needs variants');
  if (variants) refuseUnusableVariants(variants, input);
  return identity;
}

async function refuseSegmentOfOtherAudience(
  workspaceId: string,
  segmentId: string,
  audienceId: string,
): Promise<void> {
  const segment =
    (await findSegment(workspaceId, segmentId)) ?? (await refuseUnknownSegment(workspaceId, segmentId));
  if (segment.audienceId === audienceId) return;
  throw invalidRequest(`segment_id: ${segment.name} belongs to another audience, ${segment.audienceId}`);
}
