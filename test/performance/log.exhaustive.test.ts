import { theService } from '../support/the-service';
import { expectCheapPages } from './support/cheap-pages';

const service = theService();

/** Filling the log is what takes a minute: `exact.test.ts` does it with fewer. */
test('a page of a log of 20,000 mails reads at most 30 units, and behind the first at most 20', () =>
  expectCheapPages(service, 20_000));
