import { now } from '../../../core/time';
import { findDailyCounts } from '../../platform/metrics/daily-counts';
import { sumCounts } from '../../platform/metrics/sum-counts';
import { lastDays } from '../../platform/metrics/window';
import type { Workspace } from '../../../db/records/workspaces';
import { isSendTimeTest, perVariantMin, computeSample } from './variants';
import type { Campaign } from '../../../db/records/campaigns';

/**
 * Once a workspace has sent `sentMin` emails in this window, a bounce or complaint rate that reaches its limit blocks
 * the workspace's campaigns (CA-17).
 */
const reputationDays = 30;
const defaultLimits = { sentMin: 1_000, bounceShareMax: 0.05, complaintShareMax: 0.003 };

/** Returns the reason if the workspace's reputation blocks campaigns. */
export async function findReputationProblem({ id, campaignGate }: Workspace): Promise<string | undefined> {
  const { sentMin, bounceShareMax, complaintShareMax } = { ...defaultLimits, ...campaignGate };
  const days = await findDailyCounts(id, lastDays(reputationDays, now()));
  const { sent = 0, bouncedPermanent = 0, complained = 0 } = sumCounts(days.map(({ counts }) => counts));
  if (sent < sentMin) return undefined;
  if (bouncedPermanent >= bounceShareMax * sent)
    return reasonFor('bounced permanently', bouncedPermanent, sent, bounceShareMax);
  if (complained >= complaintShareMax * sent)
    return reasonFor('received a complaint', complained, sent, complaintShareMax);
  return undefined;
}

const reasonFor = (outcome: string, count: number, sent: number, shareMax: number): string =>
  `Too many of this workspace's emails ${outcome}: ${count} of ${sent} in the last ${reputationDays} days. ` +
  `Campaigns are blocked at ${percent(shareMax)} or more`;

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;

/** Returns the reason if the sample of an A/B test is too small. */
export function findSampleProblem(campaign: Campaign, recipients: number): string | undefined {
  if (!campaign.variants || isSendTimeTest(campaign)) return undefined;
  const { size, perVariant } = computeSample(campaign, recipients);
  if (perVariant >= perVariantMin) return undefined;
  return (
    `The sample has ${size} of ${recipients} recipients, ${perVariant} for each variant. Each variant needs ` +
    `at least ${perVariantMin}. Raise ab_test.sample_share or send to more recipients`
  );
}
