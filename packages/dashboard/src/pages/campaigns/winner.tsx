import { Time } from '../../parts/time';
import { percent } from '../../parts/words';
import type { AbTest } from './test';

/** Which variant won, who said so, and by which figures. */
export function whyItWon({ winner, decided_by, decided_at, metric, results }: AbTest) {
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
      . {figuresOf(metric, results)}
    </>
  );
}

function figuresOf(metric: AbTest['metric'], results: AbTest['results']): string {
  const did = metric === 'open' ? 'opened it' : 'clicked in it';
  const rates = results.map(({ key, open_rate, click_rate }) => ({
    key,
    rate: metric === 'open' ? open_rate : click_rate,
  }));
  if (rates.every(({ rate }) => rate === 0)) return `Nobody has ${did} so far; then the first variant wins.`;
  const each = rates.map(({ key, rate }) => `${percent(rate)} of ${key}`).join(', ');
  return `By now ${each} ${did}.`;
}
