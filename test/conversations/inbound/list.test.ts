import { arrives, comes, threadsOf } from '../../support/inbox';
import { type Actor, anActor } from '../../support/actor';
import { theService } from '../../support/the-service';

const service = theService();

interface Page {
  data: { id: string; subject: string; awaiting_reply: boolean }[];
  has_more: boolean;
  next_cursor: string | null;
}

const page = async (desk: Actor, query: string): Promise<Page> =>
  (await desk.api('GET', `/v1/threads?${query}`)).body;

/** The pages to the end; `between` runs after each. */
async function allPages(
  desk: Actor,
  query: string,
  between: (page: Page) => unknown = () => undefined,
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const one: Page = await page(desk, `${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    pages.push(one);
    cursor = one.next_cursor;
    await between(one);
  }
  return pages;
}

const subjects = ({ data }: Page): string[] => data.map(({ subject }) => subject);

const messageId = (name: string): string => `<${name}@example.com>`;

/** Threads that people started, one a second. */
async function threadsNamed(desk: Actor, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await comes(desk, { subject: name, messageId: messageId(name) });
    await service.advance(1_000);
  }
  await service.settle();
}

const handle = (desk: Actor, id: string) => desk.api('POST', `/v1/threads/${id}/handled`);

describe('awaiting_reply', () => {
  let desk: Actor;

  beforeAll(async () => {
    desk = await anActor(service);
    await threadsNamed(desk, ['a', 'b', 'c', 'd']);
    await arrives(desk, { subject: 'machine', headers: ['Auto-Submitted: auto-generated'] });
    await service.advance(1_000);
    await desk.accepted({ subject: 'ours' });
    const [, , , c] = await threadsOf(desk);
    await handle(desk, c.id);
  });

  test.each([
    ['awaiting_reply=true', ['d', 'b', 'a']],
    ['awaiting_reply=false', ['ours', 'machine', 'c']],
    ['', ['ours', 'machine', 'd', 'c', 'b', 'a']],
    ['awaiting_reply=TRUE', ['ours', 'machine', 'd', 'c', 'b', 'a']],
    ['awaiting_reply=1', ['ours', 'machine', 'd', 'c', 'b', 'a']],
    ['awaiting_reply=', ['ours', 'machine', 'd', 'c', 'b', 'a']],
  ])('as %j lists %j', async (query, expected) => {
    expect(subjects(await page(desk, query))).toEqual(expected);
  });

  test.each(['awaiting_reply=true', 'awaiting_reply=false', ''])(
    'as %j pages one by one to the end',
    async (query) => {
      const whole = await page(desk, query);

      const pages = await allPages(desk, `${query}&limit=1`);

      expect(pages.flatMap(subjects)).toEqual(subjects(whole));
      expect(pages.map(({ has_more }) => has_more)).toEqual([...whole.data.slice(1).map(() => true), false]);
    },
  );
});

describe('while mail arrives, paging', () => {
  test.each(['awaiting_reply=true', ''])(
    'of %j shows a thread that moved to the front not again',
    async (query) => {
      const desk = await anActor(service);
      await threadsNamed(desk, ['a', 'b', 'c', 'd', 'e']);
      const isFirst = new Set<string>();

      const pages = await allPages(desk, `${query}&limit=2`, async ({ data }) => {
        for (const { subject } of data.filter(({ id }) => !isFirst.has(id))) {
          await arrives(desk, { inReplyTo: messageId(subject) });
        }
        data.forEach(({ id }) => isFirst.add(id));
      });

      expect(pages.flatMap(subjects)).toEqual(['e', 'd', 'c', 'b', 'a']);
    },
  );

  test('goes on where it was when the thread at its end has moved', async () => {
    const desk = await anActor(service);
    await threadsNamed(desk, ['a', 'b', 'c', 'd']);
    const first = await page(desk, 'limit=2');
    await arrives(desk, { inReplyTo: messageId('c') });
    await arrives(desk, { inReplyTo: messageId('a') });

    const second = await page(desk, `limit=2&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);

    expect([subjects(first), subjects(second)]).toEqual([['d', 'c'], ['b']]);
    expect(subjects(await page(desk, ''))).toEqual(['a', 'c', 'd', 'b']);
  });
});

test('250 threads are all there, in order, in pages of 200 at most', async () => {
  const desk = await anActor(service);
  const names = Array.from({ length: 250 }, (_, index) => `thread-${index}`);
  for (let start = 0; start < names.length; start += 25) {
    const some = names.slice(start, start + 25);
    await Promise.all(some.map((name) => comes(desk, { subject: name, messageId: messageId(name) })));
  }
  await service.settle();

  const pages = await allPages(desk, 'awaiting_reply=true&limit=1000');
  const inSeventies = await allPages(desk, 'limit=70');

  expect(pages.map(({ data }) => data.length)).toEqual([200, 50]);
  expect(pages.flatMap(subjects).toSorted()).toEqual(names.toSorted());
  expect(inSeventies.flatMap(subjects)).toEqual(pages.flatMap(subjects));
});
