import { Time } from '../../parts/time';
import { formatPercent } from '../../parts/format';
import type { AbTest } from './ab-test';

/** Explains which variant won, how the winner was decided, and the current rates. */
export function explainWinner({ winner, decided_by, decided_at, metric, results }: AbTest) {
  return (
    <>
      <strong>{winner}</strong> won.{' '}
      {decided_by === 'auto'
        ? 'Decided automatically at the end of the test'
        : 'Chosen by hand before the end of the test'}
      {decided_at && (
        <>
          {' '}
          at <Time at={decided_at} />
        </>
      )}
      . {describeRates(metric, results)}
    </>
  );
}

function describeRates(metric: AbTest['metric'], results: AbTest['results']): string {
  const action = metric === 'open' ? 'opened the email' : 'clicked a link';
  const rates = results.map(({ key, open_rate, click_rate }) => ({
    key,
    rate: metric === 'open' ? open_rate : click_rate,
  }));
  if (rates.every(({ rate }) => rate === 0))
    return `No recipient has ${action}. A tie goes to the first variant.`;
  const ratesText = rates.map(({ key, rate }) => `${formatPercent(rate)} of ${key}`).join(', ');
  return `Currently, ${ratesText} ${action}.`;
}
