import { aWorkspace } from '../../support/factories';
import { useService } from '../../support/use-service';

const service = useService();

interface TemplateBody {
  slug: string;
  name: string;
  html: string;
}

/** Creates a workspace, and then these templates a few at a time. */
async function aWorkspaceWith(templates: readonly Partial<TemplateBody>[]): Promise<string> {
  const { key } = await aWorkspace(service);
  await createTemplates(key, templates);
  return key;
}

async function createTemplates(key: string, templates: readonly Partial<TemplateBody>[]): Promise<void> {
  for (let start = 0; start < templates.length; start += 10) {
    const responses = await Promise.all(
      templates.slice(start, start + 10).map((template) =>
        service.api('POST', '/v1/templates', {
          key,
          body: { slug: 'a', name: 'A', subject: 's', html: 'x', ...template },
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
  }
}

const listTemplates = (key: string, query = '') => service.api('GET', `/v1/templates${query}`, { key });

const slugsOf = ({ body }: { body: { data: TemplateBody[] } }): string[] => body.data.map(({ slug }) => slug);

test('a workspace without templates has an empty list', async () => {
  const key = await aWorkspaceWith([]);

  const { status, body } = await listTemplates(key);

  expect(status).toBe(200);
  expect(body).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });
});

// TP-1
test('a row contains the complete template', async () => {
  const key = await aWorkspaceWith([{ slug: 'one', html: '{{x}}' }]);

  const { body } = await listTemplates(key);

  const template = await service.api('GET', '/v1/templates/one', { key });
  expect(body).toEqual({ object: 'list', data: [template.body], has_more: false, next_cursor: null });
  expect(template.body.variables).toEqual(['x']);
});

// TP-5
test('rows are sorted by name, then by slug', async () => {
  const key = await aWorkspaceWith([
    { slug: 'a', name: 'Welcome' },
    { slug: 'd', name: 'Parcel' },
    { slug: 'c', name: 'Parcel' },
    { slug: 'b', name: 'Parcel out' },
  ]);

  expect(slugsOf(await listTemplates(key))).toEqual(['c', 'd', 'b', 'a']);
});

//
test('the list has a single page and ignores limit and cursor', async () => {
  const key = await aWorkspaceWith([{ slug: 'a' }, { slug: 'b' }]);

  expect(slugsOf(await listTemplates(key, '?limit=1&cursor=YQ'))).toEqual(['a', 'b']);
});

test('templates of another workspace are not listed', async () => {
  const key = await aWorkspaceWith([{ slug: 'mine' }]);
  await aWorkspaceWith([{ slug: 'theirs' }]);

  expect(slugsOf(await listTemplates(key))).toEqual(['mine']);
});

// TP-5
test('the list contains the first 500 templates by name, and has_more is true for 500 or more', async () => {
  const numberedTemplates = Array.from({ length: 501 }, (_, index) => ({
    slug: `s${999 - index}`,
    name: `n${100 + index}`,
  }));
  const [firstTemplate, ...laterTemplates] = numberedTemplates;
  const key = await aWorkspaceWith(laterTemplates.slice(1));

  const at499 = await listTemplates(key);
  await createTemplates(key, laterTemplates.slice(0, 1));
  const at500 = await listTemplates(key);
  await createTemplates(key, firstTemplate ? [firstTemplate] : []);
  const at501 = await listTemplates(key);

  expect(at499.body).toMatchObject({ has_more: false, next_cursor: null });
  expect(slugsOf(at499)).toEqual(laterTemplates.slice(1).map(({ slug }) => slug));
  expect(at500.body).toMatchObject({ has_more: true, next_cursor: null });
  expect(slugsOf(at500)).toEqual(laterTemplates.map(({ slug }) => slug));
  expect(at501.body).toMatchObject({ has_more: true, next_cursor: null });
  expect(slugsOf(at501)).toEqual(numberedTemplates.slice(0, 500).map(({ slug }) => slug));
});

/** HTML of almost the maximum size. ASCII letters take one byte in every encoding. */
const largeHtml = { html: 'x'.repeat(249_000) };

test('the list ends before the response exceeds the size limit, and has_more is true', async () => {
  const numberedTemplates = Array.from({ length: 25 }, (_, index) => ({
    slug: `s${99 - index}`,
    name: `n${10 + index}`,
    ...largeHtml,
  }));
  const [latestTemplate, ...rest] = numberedTemplates.toReversed();
  const fittingCount = 20;
  const key = await aWorkspaceWith(rest.slice(-fittingCount));

  const completeList = await listTemplates(key);
  await createTemplates(key, [...rest.slice(0, -fittingCount), ...(latestTemplate ? [latestTemplate] : [])]);
  const cutList = await listTemplates(key);

  const firstTemplate = numberedTemplates.slice(0, fittingCount).map(({ slug }) => slug);
  expect(completeList.body).toMatchObject({ has_more: false, next_cursor: null });
  expect(slugsOf(completeList)).toEqual(firstTemplate);
  expect(cutList.body).toMatchObject({ has_more: true, next_cursor: null });
  expect(slugsOf(cutList)).toEqual(firstTemplate);
});

test('the list also contains templates in which every byte is escaped', async () => {
  const quotedHtml = { html: '"'.repeat(125_000) };
  const key = await aWorkspaceWith(
    Array.from({ length: 20 }, (_, index) => ({ slug: `s${10 + index}`, ...quotedHtml })),
  );

  const { status, body } = await listTemplates(key);

  expect(status).toBe(200);
  expect(body.has_more).toBe(true);
  expect(body.data).toHaveLength(9);
});
