import { useService } from '../support/use-service';
import { expectPagesWithinBudget } from './support/page-budget';

const service = useService();

/** This test takes a minute to fill the log. `budgets.test.ts` checks the same budget with fewer emails. */
test('a page of a log of 20,000 emails reads at most 30 units, and later pages at most 20', () =>
  expectPagesWithinBudget(service, 20_000));
