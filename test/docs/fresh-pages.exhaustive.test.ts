import { walked } from './support/page';
import { Reader } from './support/reader';

let reader: Reader;

beforeEach(async () => {
  reader = await Reader.start();
});

afterEach(() => reader.stop());

// README is followed first on a new service by the tests that are run often.
test.each(walked.filter((page) => page !== 'README.md'))(
  '%s does what it says on a new service',
  async (page) => {
    expect(await reader.follow(page)).toEqual([]);
  },
);
