import { runnablePages } from './support/page';
import { PageRunner } from './support/page-runner';

describe('on a service on which every page was followed in reverse order', () => {
  let reader: PageRunner;

  beforeAll(async () => {
    reader = await PageRunner.start();
    for (const page of runnablePages.toReversed()) expect(await reader.runPage(page)).toEqual([]);
  }, 900_000);

  afterAll(() => reader.stop());

  test.each(runnablePages)('every command of %s works again', async (page) => {
    expect(await reader.runPage(page)).toEqual([]);
  });
});
