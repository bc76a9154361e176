import { runnablePages } from './support/page';
import { PageRunner } from './support/page-runner';

let reader: PageRunner;

beforeEach(async () => {
  reader = await PageRunner.start();
});

afterEach(() => reader.stop());

// The regular tests follow the README first, when their service is still new.
test.each(runnablePages.filter((page) => page !== 'README.md'))(
  'every command of %s works on a new service',
  async (page) => {
    expect(await reader.runPage(page)).toEqual([]);
  },
);
