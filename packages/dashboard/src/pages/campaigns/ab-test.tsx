import type { Broadcast } from '@carrier-nest/sdk';
import { Chart, type Series } from '../../parts/chart';
import { DescriptionList } from '../../parts/description-list';
import { QueryBoundary } from '../../parts/states';
import { Time } from '../../parts/time';
import { formatCount, formatPercent } from '../../parts/format';
import { ChooseWinner } from './choose-winner';
import { VariantTable } from './variant-table';
import { ExplainWinner } from './explain-winner';
import { useDecision } from './use-decision';

export type AbTest = NonNullable<Broadcast['ab_test']>;
export type TestResult = AbTest['results'][number];
export type Variant = NonNullable<Broadcast['variants']>[number];

interface AbTestSectionProps {
  campaign: Broadcast;
  test: AbTest;
  variants: readonly Variant[];
}

/** Compares the variants and explains the choice of the winner. */
export function AbTestSection({ campaign, test, variants }: AbTestSectionProps) {
  const isTimed = variants.some(({ send_at }) => send_at !== null);
  return (
    <section aria-labelledby="test">
      <h2 id="test">A/B test</h2>
      {campaign.status === 'testing' && <ChooseWinner campaign={campaign} variants={variants} />}
      {test.winner ? (
        <DecidedTest campaign={campaign} test={test} variants={variants} />
      ) : (
        <TestResults campaign={campaign} test={test} variants={variants} results={test.results} />
      )}
      {!isTimed && <TestSettings test={test} />}
    </section>
  );
}

/** Shows the figures at the decision, or the current figures if the service kept no figures at the decision. */
function DecidedTest(props: AbTestSectionProps) {
  return (
    <QueryBoundary query={useDecision(props.campaign)}>
      {(decision) => (
        <>
          <ExplainWinner test={props.test} decision={decision} />
          <TestResults
            {...props}
            results={decision?.results ?? props.test.results}
            rollout={decision?.rollout}
          />
        </>
      )}
    </QueryBoundary>
  );
}

interface TestResultsProps extends AbTestSectionProps {
  results: readonly TestResult[];
  rollout?: TestResult | undefined;
}

const TestResults = ({ test: { metric }, results, ...props }: TestResultsProps) => (
  <>
    {results.length > 0 && (
      <Chart series={seriesOf(results, metric)} grouping="by variant" axisLabels="all" />
    )}
    <VariantTable results={results} {...props} />
  </>
);

const TestSettings = ({
  test: { metric, sample_share, decide_after_minutes, decide_at, winner },
}: {
  test: AbTest;
}) => (
  <DescriptionList
    items={[
      ['Winner by', metric === 'open' ? 'Open rate' : 'Click rate'],
      ['Sample', `${formatPercent(sample_share)} of the recipients`],
      ['Test duration', formatDuration(decide_after_minutes)],
      ['Decision at', !winner && decide_at && <Time key="at" at={decide_at} />],
    ]}
  />
);

/** `240` → `4 h` */
function formatDuration(minutes: number): string {
  if (minutes % 1_440 === 0) return `${minutes / 1_440} d`;
  if (minutes % 60 === 0) return `${minutes / 60} h`;
  return `${formatCount(minutes)} min`;
}

function seriesOf(results: readonly TestResult[], metric: AbTest['metric']): Series[] {
  const createSeries = (label: string, value: (result: TestResult) => number, isRate: boolean): Series => ({
    label,
    format: isRate ? formatPercent : formatCount,
    axisMaxMin: isRate ? 0.02 : 2,
    bars: results.map((result) => ({ name: result.key, value: value(result) })),
  });
  const opened = createSeries('Open rate', ({ open_rate }) => open_rate, true);
  const clicked = createSeries('Click rate', ({ click_rate }) => click_rate, true);
  return [
    ...(metric === 'open' ? [opened, clicked] : [clicked, opened]),
    createSeries('Sent', ({ sent }) => sent, false),
  ];
}
