import { pages, stepsOf } from './support/page';
import { Reader } from './support/reader';

const walked = pages.filter((page) => stepsOf(page).length > 0);

describe('on a service where every page was followed before', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await Reader.start();
    for (const page of walked.toReversed()) expect(await reader.follow(page)).toEqual([]);
  }, 600_000);

  afterAll(() => reader?.stop());

  test.each(walked)('%s does what it says', async (page) => {
    expect(await reader.follow(page)).toEqual([]);
  });
});

test.each(walked.filter((page) => page !== 'README.md'))(
  '%s does what it says on a new service',
  async (page) => {
    const reader = await Reader.start();

    const failures = await reader.follow(page);

    await reader.stop();
    expect(failures).toEqual([]);
  },
);
