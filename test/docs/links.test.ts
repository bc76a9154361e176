import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorOf } from '../../docs/.vitepress/links';

/** Lists files, except in hidden folders, such as the folder that a build of the site creates and deletes. */
const listFiles = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return ending.test(entry.name) ? [path] : [];
    return entry.name.startsWith('.') ? [] : listFiles(path, ending);
  });

const rootPages = readdirSync('.').filter((name) => name.endsWith('.md'));
const pages = [...rootPages, ...listFiles('docs', /\.md$/), ...listFiles('bench/results', /\.md$/)];

const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```$|`[^`\n]*`/gms, '');

interface Link {
  text: string;
  /** The path relative to the root of the repository. */
  file: string;
  anchor: string | undefined;
}

/** Returns the links of a page, except links to other sites. */
const linksOf = (page: string): Link[] =>
  [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)]
    .filter(([, target = '']) => !/^[a-z]+:/.test(target))
    .map(([, text = '']) => linkFrom(page, text));

function linkFrom(page: string, text: string): Link {
  const [path, anchor] = text.split('#');
  return { text, file: path ? normalize(join(dirname(page), path)) : page, anchor };
}

const isValidLink = ({ file, anchor }: Link): boolean =>
  existsSync(file) && (anchor === undefined || anchorsOf(file).has(anchor));

function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  const text = readFileSync(page, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');
  for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) {
    const anchor = anchorOf(heading.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1'));
    const duplicates = [...anchors].filter((existing) => existing.replace(/-\d+$/, '') === anchor).length;
    anchors.add(duplicates > 0 ? `${anchor}-${duplicates}` : anchor);
  }
  return anchors;
}

test.each(pages)('every link of %s has a valid target', (page) => {
  const brokenLinks = linksOf(page).filter((link) => !isValidLink(link));

  expect(brokenLinks.map(({ text }) => text)).toEqual([]);
});

test.each(pages)('every name in a link of %s occurs in the linked file', (page) => {
  const links = readFileSync(page, 'utf8').matchAll(/\[`(\w+)(?:\(\))?`\]\(([^)#\s]+\.tsx?)\)/g);
  const staleNames = [...links].filter(
    ([, name = '', path = '']) =>
      !new RegExp(`\\b${name}\\b`).test(readFileSync(join(dirname(page), path), 'utf8')),
  );

  expect(staleNames.map(([link]) => link)).toEqual([]);
});

test('every page and section that the code refers to exists', () => {
  const folders = [
    'bench',
    'bin',
    'packages/sdk/src',
    'examples',
    'functions',
    'ingress',
    'lib',
    'packages/cli/src',
    'packages/import/src',
    'packages/local/src',
    'packages/testing/src',
    'scripts',
    'shared',
  ];
  const sources = [...folders, 'test'].flatMap((folder) => listFiles(folder, /\.[cm]?[jt]s$/));
  const links = sources.flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([link]) => link),
  );

  expect(links.filter((link) => !isValidLink(linkFrom('README.md', link)))).toEqual([]);
});

test('every page can be reached from the README', () => {
  const reachablePages = new Set(['README.md']);
  for (const page of reachablePages)
    for (const { file } of page.endsWith('.md') ? linksOf(page) : []) reachablePages.add(file);

  const isReachable = (page: string): boolean =>
    reachablePages.has(page) || reachablePages.has(dirname(page));
  expect(pages.filter((page) => !isReachable(page))).toEqual([]);
});
