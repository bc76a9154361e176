import { now } from '../../../core/time';
import { dailyCounts } from '../../platform/metrics/daily-counts';
import { sumOf } from '../../platform/metrics/sum';
import { lastDays } from '../../platform/metrics/window';
import type { Workspace } from '../../../db/records/workspaces';
import { isSendTimeTest, perVariantMin, sampleOf } from './variants';
import type { Campaign } from '../../../db/records/campaigns';

/** contract.md, D49: from so much mail of so many days on, these shares of it close the gate. */
const judgedDays = 30;
const usual = { sentMin: 1_000, bounceShareMax: 0.05, complaintShareMax: 0.003 };

/** Why the workspace's reputation allows no campaign at the moment. */
export async function reputationProblem({ id, campaignGate }: Workspace): Promise<string | undefined> {
  const { sentMin, bounceShareMax, complaintShareMax } = { ...usual, ...campaignGate };
  const days = await dailyCounts(id, lastDays(judgedDays, now()));
  const { sent = 0, bouncedPermanent = 0, complained = 0 } = sumOf(days.map(({ counts }) => counts));
  if (sent < sentMin) return undefined;
  if (bouncedPermanent >= bounceShareMax * sent)
    return reasonFor('bounced for good', bouncedPermanent, sent, bounceShareMax);
  if (complained >= complaintShareMax * sent)
    return reasonFor('was complained about', complained, sent, complaintShareMax);
  return undefined;
}

const reasonFor = (what: string, count: number, sent: number, shareMax: number): string =>
  `Too much of this workspace's mail ${what}: ${count} of ${sent} in the last ${judgedDays} days, ` +
  `and campaigns wait from ${percent(shareMax)} on`;

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** Why a test has too few to try its variants on. */
export function sampleProblem(campaign: Campaign, recipients: number): string | undefined {
  if (!campaign.variants || isSendTimeTest(campaign)) return undefined;
  const { size, perVariant } = sampleOf(campaign, recipients);
  if (perVariant >= perVariantMin) return undefined;
  return (
    `The sample has ${size} of ${recipients} recipients, ${perVariant} for each variant: it takes ` +
    `${perVariantMin} of them. Raise ab_test.sample_share, or send to more people`
  );
}
