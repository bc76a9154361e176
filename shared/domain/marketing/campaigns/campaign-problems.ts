import { now } from '../../../core/time';
import { findDailyCounts } from '../../platform/metrics/daily-counts';
import { sumCounts } from '../../platform/metrics/sum-counts';
import { lastDays } from '../../platform/metrics/window';
import type { Workspace } from '../../../db/records/workspaces';
import { isSendTimeTest, perVariantMin, computeSample } from './variants';
import type { Campaign } from '../../../db/records/campaigns';

/** From this number of recipients in this number of days on, these shares close the gate (CA-17). */
const reputationDays = 30;
const defaultLimits = { sentMin: 1_000, bounceShareMax: 0.05, complaintShareMax: 0.003 };

/** Why the workspace's reputation allows no campaign at the moment. */
export async function findReputationProblem({ id, campaignGate }: Workspace): Promise<string | undefined> {
  const { sentMin, bounceShareMax, complaintShareMax } = { ...defaultLimits, ...campaignGate };
  const days = await findDailyCounts(id, lastDays(reputationDays, now()));
  const { sent = 0, bouncedPermanent = 0, complained = 0 } = sumCounts(days.map(({ counts }) => counts));
  if (sent < sentMin) return undefined;
  if (bouncedPermanent >= bounceShareMax * sent)
    return reasonFor('bounced for good', bouncedPermanent, sent, bounceShareMax);
  if (complained >= complaintShareMax * sent)
    return reasonFor('was complained about', complained, sent, complaintShareMax);
  return undefined;
}

const reasonFor = (outcome: string, count: number, sent: number, shareMax: number): string =>
  `Too much of this workspace's mail ${outcome}: ${count} of ${sent} in the last ${reputationDays} days, ` +
  `and campaigns wait from ${percent(shareMax)} on`;

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** Why a test has too few to try its variants on. */
export function findSampleProblem(campaign: Campaign, recipients: number): string | undefined {
  if (!campaign.variants || isSendTimeTest(campaign)) return undefined;
  const { size, perVariant } = computeSample(campaign, recipients);
  if (perVariant >= perVariantMin) return undefined;
  return (
    `The sample has ${size} of ${recipients} recipients, ${perVariant} for each variant: it takes ` +
    `${perVariantMin} of them. Raise ab_test.sample_share, or send to more people`
  );
}
