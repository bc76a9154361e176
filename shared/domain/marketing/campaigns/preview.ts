import type { RequestContext } from '../../../core/request-context';
import { countMatching, countDeadline } from '../../audience/segments/count-matching';
import { listMatchingContacts } from '../../audience/segments/list-matching';
import { expectOwnWorkspace } from '../../platform/workspaces/find';
import { loadRecipientQuery } from './recipient-query';
import { findReputationProblem, findSampleProblem } from './campaign-problems';
import type { Campaign } from '../../../db/records/campaigns';
import { perVariantMin, computeSample } from './variants';

/** Whom a campaign would be for at this moment, and what would stop it. */
export interface CampaignPreview {
  recipients: number;
  /** Of some of them. */
  addresses: string[];
  /** Why the run would fail: the reputation, or too few people for a test. */
  reason: string | undefined;
  /** Of a test. */
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
