import { readFileSync } from 'node:fs';
import { notRun } from './support/not-run';
import { languagesOf, pages, stepsOf, walked } from './support/page';
import { Reader } from './support/reader';

describe('a reader who does what the pages say, from README on, in one service', () => {
  let reader: Reader;

  beforeAll(async () => {
    reader = await Reader.start();
  });

  afterAll(() => reader?.stop());

  test.each(walked)('finds that %s is right', async (page) => {
    expect(await reader.follow(page)).toEqual([]);
  });
});

test('every exception from running is of a block that is there, and has a reason', () => {
  for (const { page, begins, because } of notRun) {
    expect(readFileSync(page, 'utf8')).toContain(`\`\`\`sh\n${begins}`);
    expect(because).toMatch(/\w/);
  }
});

test('commands stand in blocks of `sh`, the ones that run here', () => {
  const others = ['bash', 'shell', 'console', 'zsh', 'terminal'];

  for (const page of pages)
    expect([page, languagesOf(page).filter((one) => others.includes(one))]).toEqual([page, []]);
});

test('a page mails addresses that no other page mails', () => {
  const users = new Map<string, Set<string>>();
  for (const page of walked)
    for (const [address] of stepsOf(page).flatMap(({ code }) => [...code.matchAll(people)]))
      users.set(address, (users.get(address) ?? new Set()).add(page));

  const shared = [...users].filter(([, by]) => by.size > 1).map(([address, by]) => [address, ...by]);
  expect(shared).toEqual([]);
});

/** Not those of the service itself, nor the one that is out of office, which nothing happens to. */
const people =
  /\b[\w.+-]+@(?!mail\.local|news\.local|email\.amazonses)(?!(?<=ooto@)simulator)[\w-]+\.[\w.-]*\w/g;
