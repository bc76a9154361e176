import { receiveInboundMail, injectInboundMail, threadsOf } from '../../support/inbound-mails';
import { type TestWorkspace, createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();

interface Page {
  data: { id: string; subject: string; awaiting_reply: boolean }[];
  has_more: boolean;
  next_cursor: string | null;
}

const listPage = async (workspace: TestWorkspace, query: string): Promise<Page> =>
  (await workspace.api('GET', `/v1/threads?${query}`)).body;

/** Returns all pages, and runs `afterEachPage` after each page. */
async function allPages(
  workspace: TestWorkspace,
  query: string,
  afterEachPage: (page: Page) => unknown = () => undefined,
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const current: Page = await listPage(
      workspace,
      `${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    pages.push(current);
    cursor = current.next_cursor;
    await afterEachPage(current);
  }
  return pages;
}

const subjects = ({ data }: Page): string[] => data.map(({ subject }) => subject);

const messageIdOf = (name: string): string => `<${name}@example.com>`;

/** Receives one message per second, each of which starts a thread. */
async function receiveThreads(workspace: TestWorkspace, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await injectInboundMail(workspace, { subject: name, messageId: messageIdOf(name) });
    await service.advance(1_000);
  }
  await service.settle();
}

const markHandled = (workspace: TestWorkspace, id: string) =>
  workspace.api('POST', `/v1/threads/${id}/handled`);

describe('the filter awaiting_reply', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await createTestWorkspace(service);
    await receiveThreads(workspace, ['a', 'b', 'c', 'd']);
    await receiveInboundMail(workspace, { subject: 'machine', headers: ['Auto-Submitted: auto-generated'] });
    await service.advance(1_000);
    await workspace.sendAccepted({ subject: 'ours' });
    const [, , , c] = await threadsOf(workspace);
    await markHandled(workspace, c.id);
  });

  // TH-19
  test.each([
    ['awaiting_reply=true', ['d', 'b', 'a']],
    ['awaiting_reply=false', ['ours', 'machine', 'c']],
    ['', ['ours', 'machine', 'd', 'c', 'b', 'a']],
    ['awaiting_reply=TRUE', ['ours', 'machine', 'd', 'c', 'b', 'a']],
    ['awaiting_reply=1', ['ours', 'machine', 'd', 'c', 'b', 'a']],
    ['awaiting_reply=', ['ours', 'machine', 'd', 'c', 'b', 'a']],
  ])('with the query %j lists %j', async (query, expected) => {
    expect(subjects(await listPage(workspace, query))).toEqual(expected);
  });

  test.each(['awaiting_reply=true', 'awaiting_reply=false', ''])(
    'with the query %j returns every matching thread, one per page',
    async (query) => {
      const fullPage = await listPage(workspace, query);

      const pages = await allPages(workspace, `${query}&limit=1`);

      expect(pages.flatMap(subjects)).toEqual(subjects(fullPage));
      expect(pages.map(({ has_more }) => has_more)).toEqual([
        ...fullPage.data.slice(1).map(() => true),
        false,
      ]);
    },
  );
});

describe('paging while messages arrive', () => {
  // TH-18
  test.each(['awaiting_reply=true', ''])(
    'with the query %j does not repeat a thread that moved to the front',
    async (query) => {
      const workspace = await createTestWorkspace(service);
      await receiveThreads(workspace, ['a', 'b', 'c', 'd', 'e']);
      const seenIds = new Set<string>();

      const pages = await allPages(workspace, `${query}&limit=2`, async ({ data }) => {
        for (const { subject } of data.filter(({ id }) => !seenIds.has(id))) {
          await receiveInboundMail(workspace, { inReplyTo: messageIdOf(subject) });
        }
        data.forEach(({ id }) => seenIds.add(id));
      });

      expect(pages.flatMap(subjects)).toEqual(['e', 'd', 'c', 'b', 'a']);
    },
  );

  test('continues at the cursor even if the last thread of the page has moved', async () => {
    const workspace = await createTestWorkspace(service);
    await receiveThreads(workspace, ['a', 'b', 'c', 'd']);
    const first = await listPage(workspace, 'limit=2');
    await receiveInboundMail(workspace, { inReplyTo: messageIdOf('c') });
    await receiveInboundMail(workspace, { inReplyTo: messageIdOf('a') });

    const second = await listPage(workspace, `limit=2&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);

    expect([subjects(first), subjects(second)]).toEqual([['d', 'c'], ['b']]);
    expect(subjects(await listPage(workspace, ''))).toEqual(['a', 'c', 'd', 'b']);
  });
});

test('250 threads are listed completely, in order, in pages of at most 200', async () => {
  const workspace = await createTestWorkspace(service);
  const names = Array.from({ length: 250 }, (_, index) => `thread-${index}`);
  for (let start = 0; start < names.length; start += 25) {
    const chunk = names.slice(start, start + 25);
    await Promise.all(
      chunk.map((name) => injectInboundMail(workspace, { subject: name, messageId: messageIdOf(name) })),
    );
  }
  await service.settle();

  const pages = await allPages(workspace, 'awaiting_reply=true&limit=1000');
  const pagesOf70 = await allPages(workspace, 'limit=70');

  expect(pages.map(({ data }) => data.length)).toEqual([200, 50]);
  expect(pages.flatMap(subjects).toSorted()).toEqual(names.toSorted());
  expect(pagesOf70.flatMap(subjects)).toEqual(pages.flatMap(subjects));
});
