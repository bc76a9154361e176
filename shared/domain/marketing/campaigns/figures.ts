import { keys, type Key } from '../../../db/keys';
import { lookUpItems } from '../../../db/table';
import { change, type Write } from '../../../db/transaction';
import type { Campaign, Slice } from '../../../db/records/campaigns';

/** What became of recipients whose turn came. */
const outcomes = ['sent', 'failed', 'skipped'] as const;
export type Outcome = (typeof outcomes)[number];
export type Outcomes = Record<Outcome, number>;

/** What their readers did, and what reached them. Only of tests. */
type Reaction = 'delivered' | 'opened' | 'clicked';

/** A campaign's counts, by variant and what is counted: `b:sent`. Without a test the variant is empty. */
export type Figures = Readonly<Record<string, number | undefined>>;

const figureOf = (variant: string | null, what: Outcome | Reaction): string => `${variant ?? ''}:${what}`;

/** The outcomes of a slice, by figure. */
export function figuresFrom(tally: ReadonlyMap<string | null, Outcomes>): Record<string, number> {
  const counts = [...tally].flatMap(([variant, of]) =>
    outcomes.map((outcome) => [figureOf(variant, outcome), of[outcome]] as const),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Counts what is new of a slice's figures. */
export function figuresWrite(
  { workspaceId, campaignId, inFigures = {} }: Slice,
  figures: Readonly<Record<string, number>>,
): Write[] {
  const names = [...new Set([...Object.keys(figures), ...Object.keys(inFigures)])];
  const moves = names.map((name) => [name, (figures[name] ?? 0) - (inFigures[name] ?? 0)] as const);
  const add = Object.fromEntries(moves.filter(([, by]) => by !== 0));
  return Object.keys(add).length === 0
    ? []
    : [change(keys.campaignFigures(workspaceId, campaignId), { add })];
}

/** The figures of each of the campaigns, and of tests what readers did. */
export async function figuresOf(campaigns: readonly Campaign[]): Promise<(campaign: Campaign) => Figures> {
  const found = await lookUpItems(campaigns.flatMap(keysOf));
  return (campaign) => Object.assign({}, ...keysOf(campaign).map((key) => found<Figures>(key)));
}

/** Two records: slices are counted in transactions, which events would cancel. */
const keysOf = ({ workspaceId, id, variants }: Campaign): Key[] => [
  keys.campaignFigures(workspaceId, id),
  ...(variants ? [keys.campaignReactions(workspaceId, id)] : []),
];

export interface Progress extends Outcomes {
  /** The variant; null: who waits for the winner. */
  key: string | null;
  pending: number;
}

/** How far a campaign has come, by variant, those who wait for the winner last; of one without a test one row. */
export function progressOf(campaign: Campaign, figures: Figures): Progress[] {
  const planned = planOf(campaign);
  return [...planned].map(([key, size]) => {
    const [sent = 0, failed = 0, skipped = 0] = outcomes.map((what) => figures[figureOf(key, what)] ?? 0);
    return { key, pending: Math.max(0, size - sent - failed - skipped), sent, failed, skipped };
  });
}

/** How many each variant is for by now. */
function planOf(campaign: Campaign): Map<string | null, number> {
  const { variants, abTest, sizes = { first: 0, rest: 0 } } = campaign;
  if (!variants) return new Map([[null, sizes.first]]);
  const dealt = variants.map(({ key }, at) => [key, dealtTo(at, variants.length, sizes.first)] as const);
  const winner = abTest?.winner ?? null;
  return new Map<string | null, number>([
    ...dealt.map(([key, size]) => [key, size + (key === winner ? sizes.rest : 0)] as const),
    [null, winner === null ? sizes.rest : 0],
  ]);
}

/** Of so many who are dealt in turn to so many, how many the one at this place gets. */
export const dealtTo = (place: number, among: number, size: number): number =>
  Math.max(0, Math.ceil((size - place) / among));

/** How many are still to be mailed. */
export const pendingOf = (campaign: Campaign, figures: Figures): number =>
  progressOf(campaign, figures).reduce((sum, { pending }) => sum + pending, 0);

export interface TestResult {
  key: string;
  sent: number;
  uniqueOpens: number;
  uniqueClicks: number;
  openRate: number;
  clickRate: number;
}

/** What each variant has come to. Rates are of what was delivered, like those of the metrics. */
export function resultsOf({ variants }: Campaign, figures: Figures): TestResult[] {
  return (variants ?? []).map(({ key }) => {
    const of = (what: Outcome | Reaction): number => Math.max(0, figures[figureOf(key, what)] ?? 0);
    const rate = (count: number): number => (of('delivered') === 0 ? 0 : count / of('delivered'));
    return {
      key,
      sent: of('sent'),
      uniqueOpens: of('opened'),
      uniqueClicks: of('clicked'),
      openRate: rate(of('opened')),
      clickRate: rate(of('clicked')),
    };
  });
}

/** The variant with the highest rate; the first of those that have it. */
export function bestVariant(campaign: Campaign, figures: Figures): string {
  const rateOf = ({ openRate, clickRate }: TestResult) =>
    campaign.abTest?.metric === 'click' ? clickRate : openRate;
  const [first, ...others] = resultsOf(campaign, figures);
  if (!first) throw new Error('A test without variants');
  return others.reduce((best, one) => (rateOf(one) > rateOf(best) ? one : best), first).key;
}
