import { walked } from './support/page';
import { Reader } from './support/reader';

describe('on a service where every page was followed before, from the last to the first', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await Reader.start();
    for (const page of walked.toReversed()) expect(await reader.follow(page)).toEqual([]);
  }, 900_000);

  afterAll(() => reader?.stop());

  test.each(walked)('%s does what it says', async (page) => {
    expect(await reader.follow(page)).toEqual([]);
  });
});
