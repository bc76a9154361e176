import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rewriteLinks } from '../../docs/.vitepress/links';
import { pagesOf, sections, sitePathOf } from '../../docs/.vitepress/navigation';
import packageJson from '../../package.json';

const site = '.build/docs-of-tests';

const sourcePages = readdirSync('docs', { withFileTypes: true }).flatMap((entry) => {
  if (!entry.isDirectory()) return entry.name.endsWith('.md') ? [entry.name] : [];
  if (entry.name.startsWith('.')) return [];
  return readdirSync(`docs/${entry.name}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${entry.name}/${name}`);
});

const readBuilt = (file: string): string => readFileSync(join(site, file), 'utf8');

test('the navigation lists every page exactly once', () => {
  expect(sections.flatMap(pagesOf).toSorted()).toEqual(sourcePages.toSorted());
});

describe('links on the site', () => {
  test.each([
    ['to a page', '[a](time.md)', '[a](time.md)'],
    ['to a section of a page', '[a](../sending.md#domains)', '[a](../sending.md#domains)'],
    ['to the overview of a folder', '[a](../promises/README.md)', '[a](../promises.md)'],
    ['to a folder', '[a](../migrate)', '[a](../migrate/mailchimp.md)'],
    ['to a section of the same page', '[a](#b)', '[a](#b)'],
    ['to another site', '[a](https://example.com/b.md)', '[a](https://example.com/b.md)'],
    ['to an image', '![a](../overview.svg)', '![a](../overview.svg)'],
    ['in code', '`[a](time.md)`', '`[a](time.md)`'],
    ['in a block of code', '```md\n[a](time.md)\n```', '```md\n[a](time.md)\n```'],
    ['to a file with its name', '[a.ts](../../lib/a.ts)', '`lib/a.ts`'],
    ['to a name in a file', '[`f`](../../lib/a.ts)', '`f` (`lib/a.ts`)'],
  ])('%s', (_kind, markdown, expected) => {
    expect(rewriteLinks(markdown, 'architecture/sending.md')).toBe(expected);
  });

  test('in the overview of a folder are relative to the parent folder', () => {
    expect(rewriteLinks('[a](emails.md) [b](../sending.md)', 'reference/index.md')).toBe(
      '[a](reference/emails.md) [b](sending.md)',
    );
  });

  test('to a file lead to the repository, if the repository has a URL', () => {
    expect(rewriteLinks('[`f`](../lib/a.ts#L1)', 'sending.md', 'https://example.com/repo')).toBe(
      '[`f`](https://example.com/repo/blob/HEAD/lib/a.ts#L1)',
    );
  });
});

describe('the built site', () => {
  const pages = sourcePages.map((page) => sitePathOf(page).replace(/\.md$/, ''));

  beforeAll(async () => {
    const vitepress = ['node_modules/vitepress/bin/vitepress.js', 'build', 'docs', '--outDir', site];
    // Fails if a page links to a missing page.
    await promisify(execFile)(process.execPath, vitepress, {
      env: { ...process.env, NODE_ENV: 'production' },
    });
  });

  test('has each page as HTML and as Markdown', () => {
    for (const page of pages)
      expect([page, existsSync(`${site}/${page}.html`), existsSync(`${site}/${page}.md`)]).toEqual([
        page,
        true,
        true,
      ]);
  });

  test('lists each page in llms.txt, and contains each page in llms-full.txt', () => {
    const listed = [...readBuilt('llms.txt').matchAll(/\]\(\/(.+?)\.md\)/g)].map(([, page]) => page);
    const contained = [...readBuilt('llms-full.txt').matchAll(/^url: \/(.+)\.md$/gm)].map(([, page]) => page);

    expect(listed.toSorted()).toEqual(pages.toSorted());
    expect(contained.toSorted()).toEqual(pages.toSorted());
  });

  test.each(pages)('has a target for every link and anchor of %s', (page) => {
    const hrefs = [...readBuilt(`${page}.html`).matchAll(/<a [^>]*href="([^"]*)"/g)].map(
      ([, href = '']) => href,
    );
    const broken = hrefs.filter((href) => !/^[a-z]+:/.test(href) && !hasTarget(href, page));

    expect(hrefs.length).toBeGreaterThan(pages.length);
    expect(broken).toEqual([]);
  });

  test.each(pages)('has the target of every link in %s.md', (page) => {
    const markdown = withoutCode(readBuilt(`${page}.md`));
    const links = [...markdown.matchAll(/(?<!!)\[[^\]]*\]\((?!#|[a-z]+:)([^)#]*)/g)].map(
      ([, link = '']) => link,
    );

    expect(links.filter((link) => !existsSync(join(site, dirname(page), link)))).toEqual([]);
  });

  test('shows template placeholders unchanged, and the version of the service', () => {
    expect(readBuilt('templates.html')).toContain('{{name}}');
    expect(readBuilt('index.html')).toContain(`${packageJson.version} (these pages)`);
  });

  test('can be searched', () => {
    const chunks = readdirSync(`${site}/assets/chunks`);

    expect(chunks).toContainEqual(expect.stringContaining('localSearchIndex'));
  });
});

const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```$|`[^`\n]*`/gms, '');

function hasTarget(href: string, page: string): boolean {
  const [path = '', anchor] = decodeURIComponent(href.replaceAll('&amp;', '&')).split('#');
  const target = path === '' ? `/${page}.html` : path.endsWith('/') ? `${path}index.html` : path;
  const file = target.startsWith('/') ? target.slice(1) : join(dirname(page), target);
  return existsSync(join(site, file)) && (!anchor || idsOf(file).has(anchor));
}

const idsByFile = new Map<string, Set<string>>();

function idsOf(file: string): Set<string> {
  const ids =
    idsByFile.get(file) ?? new Set([...readBuilt(file).matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id));
  idsByFile.set(file, ids);
  return ids;
}
