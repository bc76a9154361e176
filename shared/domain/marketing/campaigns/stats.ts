import { keysOf } from '../../../core/keys-of';
import { keys, type Key } from '../../../db/keys';
import { loadItemLookup } from '../../../db/table';
import { updateWrite, type TransactionWrite } from '../../../db/transaction';
import {
  outcomes,
  reactions,
  type Campaign,
  type CampaignCounts,
  type CampaignEngagement,
  type Outcome,
  type Reaction,
  type RolloutReaction,
  type Slice,
} from '../../../db/records/campaigns';
import { fromEntries } from '../../../core/from-entries';

export type Outcomes = Record<Outcome, number>;

export type CampaignStats = CampaignCounts & CampaignEngagement;

const statKey = <Metric extends Outcome | Reaction | RolloutReaction>(
  variant: string | null,
  metric: Metric,
) => `${variant ?? ''}:${metric}` as const;

/** The outcomes of a slice as counters. */
export function statsFrom(outcomesByVariant: ReadonlyMap<string | null, Outcomes>): CampaignCounts {
  const counts = [...outcomesByVariant].flatMap(([variant, of]) =>
    outcomes.map((outcome) => [statKey(variant, outcome), of[outcome]] as const),
  );
  return fromEntries(counts.filter(([, count]) => count > 0));
}

/** Adds the uncounted outcomes of the slice to the campaign's counters. */
export function statsWrites(
  { workspaceId, campaignId, countedStats = {} }: Slice,
  stats: CampaignCounts,
): TransactionWrite[] {
  const names = keysOf({ ...stats, ...countedStats });
  const deltas = names.map((name) => [name, (stats[name] ?? 0) - (countedStats[name] ?? 0)] as const);
  const add = fromEntries(deltas.filter(([, delta]) => delta !== 0));
  return Object.keys(add).length === 0
    ? []
    : [updateWrite(keys.campaignCounts(workspaceId, campaignId), { add })];
}

/** Loads the outcome counters of each campaign, and for A/B tests the engagement counters. */
export async function loadCampaignStats(
  campaigns: readonly Campaign[],
): Promise<(campaign: Campaign) => CampaignStats> {
  const found = await loadItemLookup(campaigns.flatMap(statsItemKeys));
  return (campaign) =>
    statsItemKeys(campaign).reduce<CampaignStats>((stats, key) => ({ ...stats, ...found(key) }), {});
}

/**
 * The engagement counters have their own record, so that engagement events do not conflict with the transactions that
 * count slices.
 */
const statsItemKeys = ({ workspaceId, id, variants }: Campaign): Key<CampaignStats>[] => [
  keys.campaignCounts(workspaceId, id),
  ...(variants ? [keys.campaignEngagement(workspaceId, id)] : []),
];

export interface VariantProgress extends Outcomes {
  /** The variant, or null for the recipients that wait for the winner. */
  key: string | null;
  pending: number;
}

/**
 * The progress of each variant. The last row is for the recipients that wait for the winner. Without an A/B test, there
 * is only one row.
 */
export function computeProgress(campaign: Campaign, stats: CampaignStats): VariantProgress[] {
  const plannedSizes = planSizes(campaign);
  return [...plannedSizes].map(([key, size]) => {
    const [sent = 0, failed = 0, skipped = 0] = outcomes.map((metric) => stats[statKey(key, metric)] ?? 0);
    return { key, pending: Math.max(0, size - sent - failed - skipped), sent, failed, skipped };
  });
}

/** The number of recipients currently assigned to each variant. */
function planSizes(campaign: Campaign): Map<string | null, number> {
  const { variants, abTest, sizes = { first: 0, rest: 0 } } = campaign;
  if (!variants) return new Map([[null, sizes.first]]);
  const variantSizes = variants.map(
    ({ key }, at) => [key, roundRobinShare(at, variants.length, sizes.first)] as const,
  );
  const winner = abTest?.winner ?? null;
  return new Map<string | null, number>([
    ...variantSizes.map(([key, size]) => [key, size + (key === winner ? sizes.rest : 0)] as const),
    [null, winner === null ? sizes.rest : 0],
  ]);
}

/** How many of `size` recipients the variant at this position gets when `shareCount` variants take turns. */
export const roundRobinShare = (position: number, shareCount: number, size: number): number =>
  Math.max(0, Math.ceil((size - position) / shareCount));

/** The number of recipients that have no outcome yet. */
export const countPending = (campaign: Campaign, stats: CampaignStats): number =>
  computeProgress(campaign, stats).reduce((sum, { pending }) => sum + pending, 0);

export interface TestResult {
  key: string;
  sent: number;
  uniqueOpens: number;
  uniqueClicks: number;
  openRate: number;
  clickRate: number;
}

/** The results of each variant. Rates are shares of delivered emails, as in the metrics. */
export const computeTestResults = ({ variants }: Campaign, stats: CampaignStats): TestResult[] =>
  (variants ?? []).map(({ key }) => buildResult(key, (metric) => stats[statKey(key, metric)]));

/** The results of the emails to the recipients that waited for the winner. */
export const computeRollout = (
  winner: string,
  { atDecision, current }: Record<'atDecision' | 'current', CampaignStats>,
): TestResult =>
  buildResult(winner, (metric) => {
    if (metric !== 'sent') return current[statKey(winner, `rollout-${metric}`)];
    const sentKey = statKey(winner, metric);
    return (current[sentKey] ?? 0) - (atDecision[sentKey] ?? 0);
  });

const resultMetrics = ['sent', ...reactions] as const;
type ResultMetric = (typeof resultMetrics)[number];

function buildResult(key: string, findCount: (metric: ResultMetric) => number | undefined): TestResult {
  const countOf = (metric: ResultMetric): number => Math.max(0, findCount(metric) ?? 0);
  const rate = (count: number): number => (countOf('delivered') === 0 ? 0 : count / countOf('delivered'));
  return {
    key,
    sent: countOf('sent'),
    uniqueOpens: countOf('opened'),
    uniqueClicks: countOf('clicked'),
    openRate: rate(countOf('opened')),
    clickRate: rate(countOf('clicked')),
  };
}

/** The counts from which the results of the test are computed. */
export const pickTestStats = ({ variants }: Campaign, stats: CampaignStats): CampaignStats =>
  fromEntries(
    (variants ?? []).flatMap(({ key }) =>
      resultMetrics.map((metric) => [statKey(key, metric), stats[statKey(key, metric)] ?? 0] as const),
    ),
  );

/** The variant with the highest rate, or the first of several with the same rate. */
export function bestVariant(campaign: Campaign, stats: CampaignStats): string {
  const rateOf = ({ openRate, clickRate }: TestResult) =>
    campaign.abTest?.metric === 'click' ? clickRate : openRate;
  const [first, ...others] = computeTestResults(campaign, stats);
  if (!first) throw new Error('A test without variants');
  return others.reduce((best, candidate) => (rateOf(candidate) > rateOf(best) ? candidate : best), first).key;
}
