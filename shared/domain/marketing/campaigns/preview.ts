import type { Ctx } from '../../../core/ctx';
import { countMatching, deadlineOf } from '../../audience/segments/count';
import { matchingContacts } from '../../audience/segments/list';
import { expectOwnWorkspace } from '../../platform/workspaces/find';
import { askedBy } from './audience';
import { reputationProblem, sampleProblem } from './gate';
import type { Campaign } from '../../../db/records/campaigns';
import { perVariantMin, sampleOf } from './variants';

/** Whom a campaign would be for at this moment, and what would stop it. */
export interface Preview {
  recipients: number;
  /** Of some of them. */
  addresses: string[];
  /** Why the run would fail: the reputation, or too few people for a test. */
  reason: string | undefined;
  /** Of a test. */
  sample: { size: number; perVariant: number; perVariantMin: number } | null;
}

export async function previewOf(ctx: Ctx, campaign: Campaign, addressesMax: number): Promise<Preview> {
  const asked = await askedBy(campaign);
  const [recipients, { records }, problem] = await Promise.all([
    countMatching(asked, deadlineOf(ctx)),
    matchingContacts(asked, { before: undefined, limit: addressesMax }),
    expectOwnWorkspace(ctx.workspaceId).then(reputationProblem),
  ]);
  return {
    recipients,
    addresses: records.map(({ email }) => email),
    reason: problem ?? sampleProblem(campaign, recipients),
    sample: campaign.variants && { ...sampleOf(campaign, recipients), perVariantMin },
  };
}
