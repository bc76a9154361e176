import type { BroadcastDecision } from '@carrier-nest/sdk';
import { Time } from '../../parts/time';
import { formatPercent } from '../../parts/format';
import type { AbTest, TestResult } from './ab-test';

interface ExplainWinnerProps {
  test: AbTest;
  decision: BroadcastDecision | null;
}

/** Explains which variant won, how the winner was decided, and the rates. */
export function ExplainWinner({ test, decision }: ExplainWinnerProps) {
  const { winner, decided_by, decided_at } = test;
  return (
    <p className="winner">
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
      . {decision ? describeDecision(test, decision.results) : describeCurrentRates(test)}
    </p>
  );
}

/** `At the decision, 12% of asks, 3% of plain opened the email.` */
function describeDecision(test: AbTest, results: readonly TestResult[]): string {
  const rates = describeRates(test, results);
  if (rates !== undefined) return `At the decision, ${rates}.`;
  const tieRule = test.decided_by === 'auto' ? ' A tie goes to the first variant.' : '';
  return `At the decision, no recipient had ${actions[test.metric]}.${tieRule}`;
}

/** An earlier version of the service kept no figures at the decision. */
function describeCurrentRates(test: AbTest): string {
  const rates = describeRates(test, test.results) ?? `no recipient has ${actions[test.metric]}`;
  return `Currently, ${rates}. These figures include the rollout, because an earlier version of the service decided the test.`;
}

const actions: Record<AbTest['metric'], string> = { open: 'opened the email', click: 'clicked a link' };

/** Describes the rates, highest first, or returns undefined if they are all 0. */
function describeRates({ metric }: AbTest, results: readonly TestResult[]): string | undefined {
  const rateOf = ({ open_rate, click_rate }: TestResult) => (metric === 'open' ? open_rate : click_rate);
  if (results.every((result) => rateOf(result) === 0)) return undefined;
  const rates = results
    .toSorted((one, other) => rateOf(other) - rateOf(one))
    .map((result) => `${formatPercent(rateOf(result))} of ${result.key}`);
  return `${rates.join(', ')} ${actions[metric]}`;
}
