import type { Broadcast } from '@carrier-nest/sdk';
import { Chart, type Series } from '../../parts/chart';
import { Facts } from '../../parts/facts';
import { Time } from '../../parts/time';
import { count, percent } from '../../parts/words';
import { Decide } from './decide';
import { VariantTable } from './variant-table';
import { whyItWon } from './winner';

export type AbTest = NonNullable<Broadcast['ab_test']>;
export type Variant = NonNullable<Broadcast['variants']>[number];

interface TestProps {
  campaign: Broadcast;
  test: AbTest;
  variants: readonly Variant[];
}

/** The variants side by side, which of them won, and why. */
export function Test({ campaign, test, variants }: TestProps) {
  const isTimed = variants.some(({ send_at }) => send_at !== null);
  return (
    <section aria-labelledby="test">
      <h2 id="test">A/B test</h2>
      {test.winner && <p className="winner">{whyItWon(test)}</p>}
      {campaign.status === 'testing' && <Decide campaign={campaign} variants={variants} />}
      {test.results.length > 0 && <Chart series={seriesOf(test)} of="by variant" names="all" />}
      <VariantTable campaign={campaign} test={test} variants={variants} />
      {!isTimed && <Settings test={test} />}
    </section>
  );
}

const Settings = ({
  test: { metric, sample_share, decide_after_minutes, decide_at, winner },
}: {
  test: AbTest;
}) => (
  <Facts
    of={[
      ['Decides', metric === 'open' ? 'What more people open' : 'What more people click in'],
      ['Tried on', `${percent(sample_share)} of the people`],
      ['Decided after', spanOf(decide_after_minutes)],
      ['Decided at', !winner && decide_at && <Time key="at" at={decide_at} />],
    ]}
  />
);

/** `240` → `4 h` */
function spanOf(minutes: number): string {
  if (minutes % 1_440 === 0) return `${minutes / 1_440} d`;
  if (minutes % 60 === 0) return `${minutes / 60} h`;
  return `${count(minutes)} min`;
}

const seriesOf = ({ results, metric }: AbTest): Series[] => {
  const of = (says: string, value: (one: AbTest['results'][number]) => number, isRate: boolean): Series => ({
    says,
    format: isRate ? percent : count,
    leastTop: isRate ? 0.02 : 2,
    bars: results.map((one) => ({ name: one.key, value: value(one) })),
  });
  const opened = of('Open rate', ({ open_rate }) => open_rate, true);
  const clicked = of('Click rate', ({ click_rate }) => click_rate, true);
  return [
    ...(metric === 'open' ? [opened, clicked] : [clicked, opened]),
    of('Sent', ({ sent }) => sent, false),
  ];
};
