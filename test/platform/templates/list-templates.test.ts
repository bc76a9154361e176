import { aWorkspace } from '../../support/factories';
import { theService } from '../../support/the-service';

const service = theService();

interface Copy {
  slug: string;
  name: string;
  html: string;
}

/** A workspace with these templates, created a few at a time. */
async function aWorkspaceWith(copies: readonly Partial<Copy>[]): Promise<string> {
  const { key } = await aWorkspace(service);
  await create(key, copies);
  return key;
}

async function create(key: string, copies: readonly Partial<Copy>[]): Promise<void> {
  for (let start = 0; start < copies.length; start += 10) {
    const answers = await Promise.all(
      copies.slice(start, start + 10).map((copy) =>
        service.api('POST', '/v1/templates', {
          key,
          body: { slug: 'a', name: 'A', subject: 's', html: 'x', ...copy },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  }
}

const list = (key: string, query = '') => service.api('GET', `/v1/templates${query}`, { key });

const slugsOf = ({ body }: { body: { data: Copy[] } }): string[] => body.data.map(({ slug }) => slug);

test('a workspace without templates has an empty list', async () => {
  const key = await aWorkspaceWith([]);

  const { status, body } = await list(key);

  expect(status).toBe(200);
  expect(body).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });
});

test('a row is the whole template', async () => {
  const key = await aWorkspaceWith([{ slug: 'one', html: '{{x}}' }]);

  const { body } = await list(key);

  const one = await service.api('GET', '/v1/templates/one', { key });
  expect(body).toEqual({ object: 'list', data: [one.body], has_more: false, next_cursor: null });
  expect(one.body.variables).toEqual(['x']);
});

test('rows come by name, those of one name by slug', async () => {
  const key = await aWorkspaceWith([
    { slug: 'a', name: 'Welcome' },
    { slug: 'd', name: 'Parcel' },
    { slug: 'c', name: 'Parcel' },
    { slug: 'b', name: 'Parcel out' },
  ]);

  expect(slugsOf(await list(key))).toEqual(['c', 'd', 'b', 'a']);
});

test('the list has no pages: limit and cursor change nothing', async () => {
  const key = await aWorkspaceWith([{ slug: 'a' }, { slug: 'b' }]);

  expect(slugsOf(await list(key, '?limit=1&cursor=YQ'))).toEqual(['a', 'b']);
});

test('a template of another workspace is not in it', async () => {
  const key = await aWorkspaceWith([{ slug: 'mine' }]);
  await aWorkspaceWith([{ slug: 'theirs' }]);

  expect(slugsOf(await list(key))).toEqual(['mine']);
});

test('it shows the first 500 by name, and says from there on that there may be more', async () => {
  const numbered = Array.from({ length: 501 }, (_, index) => ({
    slug: `s${999 - index}`,
    name: `n${100 + index}`,
  }));
  const [first, ...later] = numbered;
  const key = await aWorkspaceWith(later.slice(1));

  const at499 = await list(key);
  await create(key, later.slice(0, 1));
  const at500 = await list(key);
  await create(key, first ? [first] : []);
  const at501 = await list(key);

  expect(at499.body).toMatchObject({ has_more: false, next_cursor: null });
  expect(slugsOf(at499)).toEqual(later.slice(1).map(({ slug }) => slug));
  expect(at500.body).toMatchObject({ has_more: true, next_cursor: null });
  expect(slugsOf(at500)).toEqual(later.map(({ slug }) => slug));
  expect(at501.body).toMatchObject({ has_more: true, next_cursor: null });
  expect(slugsOf(at501)).toEqual(numbered.slice(0, 500).map(({ slug }) => slug));
});

/** As many bytes as this in the answer of the function: letters are one byte however they are packed. */
const large = { html: 'x'.repeat(249_000) };

test('it stops before an answer would have too many bytes, and says that there is more', async () => {
  const numbered = Array.from({ length: 25 }, (_, index) => ({
    slug: `s${99 - index}`,
    name: `n${10 + index}`,
    ...large,
  }));
  const [latest, ...others] = numbered.toReversed();
  const fitting = 20;
  const key = await aWorkspaceWith(others.slice(-fitting));

  const whole = await list(key);
  await create(key, [...others.slice(0, -fitting), ...(latest ? [latest] : [])]);
  const cut = await list(key);

  const first = numbered.slice(0, fitting).map(({ slug }) => slug);
  expect(whole.body).toMatchObject({ has_more: false, next_cursor: null });
  expect(slugsOf(whole)).toEqual(first);
  expect(cut.body).toMatchObject({ has_more: true, next_cursor: null });
  expect(slugsOf(cut)).toEqual(first);
});

test('templates of which every byte is escaped are listed as well', async () => {
  const quotes = { html: '"'.repeat(125_000) };
  const key = await aWorkspaceWith(
    Array.from({ length: 20 }, (_, index) => ({ slug: `s${10 + index}`, ...quotes })),
  );

  const { status, body } = await list(key);

  expect(status).toBe(200);
  expect(body.has_more).toBe(true);
  expect(body.data).toHaveLength(9);
});
