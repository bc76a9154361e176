import { useService } from '../support/use-service';
import { expectPagesWithinBudget } from './support/page-budget';

const service = useService();

/** This test takes a minute to fill the log. `budgets.test.ts` checks the same budget with fewer emails. */
test('the first page of a log of 20,000 emails costs at most 30 read units, and each later page at most 20', () =>
  expectPagesWithinBudget(service, 20_000));
