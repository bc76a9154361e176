import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const named = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

const rootPages = readdirSync('.').filter((name) => name.endsWith('.md'));
const pages = [...rootPages, ...named('docs', /\.md$/)];

const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```$|`[^`\n]*`/gms, '');

interface Link {
  text: string;
  /** From the root of the repository. */
  file: string;
  anchor: string | undefined;
}

/** Where a page leads, but for other sites. */
const linksOf = (page: string): Link[] =>
  [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)]
    .filter(([, target = '']) => !/^[a-z]+:/.test(target))
    .map(([, text = '']) => linkFrom(page, text));

function linkFrom(page: string, text: string): Link {
  const [path, anchor] = text.split('#');
  return { text, file: path ? normalize(join(dirname(page), path)) : page, anchor };
}

const leadsSomewhere = ({ file, anchor }: Link): boolean =>
  existsSync(file) && (anchor === undefined || anchorsOf(file).has(anchor));

/** As GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  const text = readFileSync(page, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');
  for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) {
    const plain = heading.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1').toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    const repeats = [...anchors].filter((one) => one.replace(/-\d+$/, '') === anchor).length;
    anchors.add(repeats > 0 ? `${anchor}-${repeats}` : anchor);
  }
  return anchors;
}

test.each(pages)('every link of %s leads somewhere', (page) => {
  const lost = linksOf(page).filter((link) => !leadsSomewhere(link));

  expect(lost.map(({ text }) => text)).toEqual([]);
});

test('every page that the code names is there, with the section that it names', () => {
  const folders = [
    'bench',
    'bin',
    'packages/sdk/src',
    'examples',
    'functions',
    'ingress',
    'lib',
    'packages/cli/src',
    'packages/local/src',
    'scripts',
    'shared',
  ];
  const sources = [...folders, 'test'].flatMap((folder) => named(folder, /\.[cm]?[jt]s$/));
  const links = sources.flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([link]) => link),
  );

  expect(links.filter((link) => !leadsSomewhere(linkFrom('README.md', link)))).toEqual([]);
});

test('every page can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const { file } of page.endsWith('.md') ? linksOf(page) : []) reached.add(file);

  const isReached = (page: string): boolean => reached.has(page) || reached.has(dirname(page));
  expect(pages.filter((page) => !isReached(page))).toEqual([]);
});
