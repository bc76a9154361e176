import type { RequestContext } from '../../../core/request-context';
import { countMatching, countDeadline } from '../../audience/segments/count-matching';
import { listMatchingContacts } from '../../audience/segments/list-matching';
import { expectOwnWorkspace } from '../../platform/workspaces/find';
import { loadRecipientQuery } from './recipient-query';
import { findReputationProblem, findSampleProblem } from './campaign-problems';
import type { Campaign } from '../../../db/records/campaigns';
import { perVariantMin, computeSample } from './variants';

/** The recipients that a campaign would have now, and the problem that would stop it. */
export interface CampaignPreview {
  recipients: number;
  /** A sample of the recipients' addresses. */
  addresses: string[];
  /** Why the run would fail: the workspace's reputation, or a sample that is too small for an A/B test. */
  reason: string | undefined;
  /** Null unless the campaign is an A/B test. */
  sample: { size: number; perVariant: number; perVariantMin: number } | null;
}

export async function loadPreview(
  ctx: RequestContext,
  campaign: Campaign,
  addressesMax: number,
): Promise<CampaignPreview> {
  const contactQuery = await loadRecipientQuery(campaign);
  const [recipients, { records }, problem] = await Promise.all([
    countMatching(contactQuery, countDeadline(ctx)),
    listMatchingContacts(contactQuery, { before: undefined, limit: addressesMax }),
    expectOwnWorkspace(ctx.workspaceId).then(findReputationProblem),
  ]);
  return {
    recipients,
    addresses: records.map(({ email }) => email),
    reason: problem ?? findSampleProblem(campaign, recipients),
    sample: campaign.variants && { ...computeSample(campaign, recipients), perVariantMin },
  };
}
