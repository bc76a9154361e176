import { invalidState } from '../../../core/errors';
import type { Campaign } from '../../../db/records/campaigns';
import { computeRollout, computeTestResults, loadCampaignStats, type TestResult } from './stats';
import { isSendTimeTest } from './variants';

/** The decision of an A/B test, and how the winner does since. */
export interface Decision {
  winner: string;
  decidedBy: 'auto' | 'manual';
  decidedAt: string;
  /** The results at the decision. */
  results: readonly TestResult[];
  /** The results of the emails to the recipients that waited for the winner. */
  rollout: TestResult;
}

/** Refuses with 409 if the campaign has no A/B test with a decision whose figures are known (CA-49). */
export async function loadDecision(campaign: Campaign): Promise<Decision> {
  const { winner, decidedBy, decidedAt, decidedStats } = expectDecidedTest(campaign);
  const current = (await loadCampaignStats([campaign]))(campaign);
  return {
    winner,
    decidedBy,
    decidedAt,
    results: computeTestResults(campaign, decidedStats),
    rollout: computeRollout(winner, { atDecision: decidedStats, current }),
  };
}

function expectDecidedTest(campaign: Campaign) {
  const { abTest, status } = campaign;
  if (!abTest) throw invalidState('This campaign has no A/B test. Get the campaign for its progress');
  if (isSendTimeTest(campaign))
    throw invalidState(
      'A test of send times has no winner. Get the campaign to compare its variants in ab_test.results',
    );
  const { winner, decidedBy, decidedAt, decidedStats } = abTest;
  if (winner === null || decidedBy === null || decidedAt === null)
    throw invalidState(
      `No winner is decided, and this campaign is ${status}. Try again once ab_test.winner is set`,
    );
  if (!decidedStats)
    throw invalidState(
      'An earlier version of the service decided this test and kept no figures. Get the campaign for the results of sample and rollout together in ab_test.results',
    );
  return { winner, decidedBy, decidedAt, decidedStats };
}
