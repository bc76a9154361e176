import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keepPackedLinks } from '../../scripts/release/packed-pages';
import { makeTempDir } from '../support/run/run-dir';
import { packTarball } from '../support/tarballs';

const withoutCode = (markdown: string): string => markdown.replaceAll(/^ *```.*?^ *```$|`[^`\n]*`/gms, '');

/** The targets of the links and images of a page, except URLs and sections of the same page. */
const relativeLinksOf = (page: string): string[] =>
  [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(
    ([, target = '']) => target,
  );

/** Returns the relative links of the pages in the package, as `page: target`, and those without a target. */
function readLinks(name: string): { links: string[]; deadLinks: string[] } {
  const dir = makeTempDir();
  execFileSync('tar', ['-xzf', packTarball(name), '-C', dir]);
  const pages = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  const links = pages.flatMap((page) =>
    relativeLinksOf(join(dir, page)).map((target) => ({
      page,
      target,
      path: join(dir, dirname(page), target),
    })),
  );
  const format = ({ page, target }: { page: string; target: string }): string => `${page}: ${target}`;
  return { links: links.map(format), deadLinks: links.filter(({ path }) => !existsSync(path)).map(format) };
}

test('the package carrier-nest contains the target of every relative link (CL-8)', () => {
  const { links, deadLinks } = readLinks('carrier-nest');

  expect(links.length).toBeGreaterThan(100);
  expect(links).toContain('package/docs/sending.md: deploying.md');
  expect(deadLinks).toEqual([]);
});

test.each(['@carrier-nest/sdk', '@carrier-nest/mcp', '@carrier-nest/testing', '@carrier-nest/cdk'])(
  'the package %s contains the target of every relative link (CL-8)',
  (name) => {
    expect(readLinks(name).deadLinks).toEqual([]);
  },
);

describe('in a package, a link', () => {
  const packed = new Set(['docs/sending.md', 'docs/local.md']);
  const url = 'https://example.com/repo';

  test.each([
    ['to a packed page', '[a](local.md#time)', '[a](local.md#time)', '[a](local.md#time)'],
    [
      'to another file',
      '[`f`](../lib/a.ts#L1)',
      '[`f`](https://example.com/repo/blob/HEAD/lib/a.ts#L1)',
      '`f`',
    ],
    ['to a folder', '[a](decisions)', '[a](https://example.com/repo/blob/HEAD/docs/decisions)', 'a'],
    ['to an image', '![A flow](a.svg)', '![A flow](https://example.com/repo/raw/HEAD/docs/a.svg)', 'A flow'],
    ['to a URL', '[a](https://a.example/b.md)', '[a](https://a.example/b.md)', '[a](https://a.example/b.md)'],
    ['to a section', '[a](#b)', '[a](#b)', '[a](#b)'],
    ['in code', '`[a](b.md)`', '`[a](b.md)`', '`[a](b.md)`'],
  ])('%s', (_kind, markdown, withUrl, withoutUrl) => {
    expect(keepPackedLinks(markdown, 'docs/sending.md', packed, url)).toBe(withUrl);
    expect(keepPackedLinks(markdown, 'docs/sending.md', packed, '')).toBe(withoutUrl);
  });
});
