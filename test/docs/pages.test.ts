import { readFileSync } from 'node:fs';
import { skippedBlocks } from './support/skipped-blocks';
import { languagesOf, pages, readSteps, runnablePages } from './support/page';
import { PageRunner } from './support/page-runner';

describe('following the pages in order on one service, starting with the README', () => {
  let reader: PageRunner;

  beforeAll(async () => {
    reader = await PageRunner.start();
  });

  afterAll(() => reader.stop());

  test.each(runnablePages)('%s matches the service', async (page) => {
    expect(await reader.runPage(page)).toEqual([]);
  });
});

test('every skipped block exists and has a reason', () => {
  for (const { page, codeStart, reason } of skippedBlocks) {
    expect(readFileSync(page, 'utf8')).toContain(`\`\`\`sh\n${codeStart}`);
    expect(reason).toMatch(/\w/);
  }
});

test('commands are in `sh` blocks, which the tests run', () => {
  const otherLanguages = ['bash', 'shell', 'console', 'zsh', 'terminal'];

  for (const page of pages)
    expect([page, languagesOf(page).filter((language) => otherLanguages.includes(language))]).toEqual([
      page,
      [],
    ]);
});

test('no two pages send to the same address', () => {
  const pagesByAddress = new Map<string, Set<string>>();
  for (const page of runnablePages)
    for (const [address] of readSteps(page).flatMap(({ code }) => [...code.matchAll(addressPattern)]))
      pagesByAddress.set(address, (pagesByAddress.get(address) ?? new Set()).add(page));

  const shared = [...pagesByAddress]
    .filter(([, addressPages]) => addressPages.size > 1)
    .map(([address, addressPages]) => [address, ...addressPages]);
  expect(shared).toEqual([]);
});

/** Matches addresses, except those of the service and of the out-of-office simulator, whose state never changes. */
const addressPattern =
  /\b[\w.+-]+@(?!mail\.local|news\.local|email\.amazonses)(?!(?<=ooto@)simulator)[\w-]+\.[\w.-]*\w/g;
