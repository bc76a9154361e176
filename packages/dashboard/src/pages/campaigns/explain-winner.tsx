import { Time } from '../../parts/time';
import { formatPercent } from '../../parts/format';
import type { AbTest } from './ab-test';

/** Which variant won, who said so, and by which figures. */
export function explainWinner({ winner, decided_by, decided_at, metric, results }: AbTest) {
  return (
    <>
      <strong>{winner}</strong> won.{' '}
      {decided_by === 'auto'
        ? 'The service decided it when the time was up'
        : 'It was chosen before the time was up'}
      {decided_at && (
        <>
          , at <Time at={decided_at} />
        </>
      )}
      . {describeRates(metric, results)}
    </>
  );
}

function describeRates(metric: AbTest['metric'], results: AbTest['results']): string {
  const action = metric === 'open' ? 'opened it' : 'clicked in it';
  const rates = results.map(({ key, open_rate, click_rate }) => ({
    key,
    rate: metric === 'open' ? open_rate : click_rate,
  }));
  if (rates.every(({ rate }) => rate === 0))
    return `Nobody has ${action} so far; then the first variant wins.`;
  const ratesText = rates.map(({ key, rate }) => `${formatPercent(rate)} of ${key}`).join(', ');
  return `By now ${ratesText} ${action}.`;
}
