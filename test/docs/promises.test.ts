import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'docs/promises';

const read = (file: string): string => readFileSync(file, 'utf8');

/** The numbers of the promises on the pages, such as `E-12`. */
const promises = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .flatMap((name) => [...read(join(folder, name)).matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)])
  .map(([, id = '']) => id);

const prefixes = [...new Set(promises.map((id) => id.split('-')[0]))].join('|');

/** Returns the citations in comments and titles: `E-12`, and each number of `E-10 to E-12`. */
function citationsIn(text: string): string[] {
  const single = [...text.matchAll(new RegExp(`\\b(?:${prefixes})-\\d+\\b`, 'g'))].map(([id]) => id);
  const ranges = [...text.matchAll(new RegExp(`\\b(${prefixes})-(\\d+) to \\1-(\\d+)\\b`, 'g'))];
  return [
    ...single,
    ...ranges.flatMap(([, prefix, from, to]) =>
      Array.from(
        { length: Number(to) - Number(from) + 1 },
        (_, index) => `${prefix}-${Number(from) + index}`,
      ),
    ),
  ];
}

const sourcesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(root, name));

test('each promise has its own number', () => {
  expect(promises.length).toBeGreaterThan(300);
  expect(promises.filter((id, index) => promises.indexOf(id) !== index)).toEqual([]);
});

test('each promise is cited by at least one test', () => {
  const cited = new Set(sourcesIn('test').flatMap((file) => citationsIn(read(file))));

  expect(promises.filter((id) => !cited.has(id))).toEqual([]);
});

test('each number cited in code and tests is a promise', () => {
  const roots = ['shared', 'functions', 'lib', 'packages', 'test'];
  const unknown = roots
    .flatMap(sourcesIn)
    .filter((file) => file !== 'test/docs/promises.test.ts')
    .flatMap((file) => citationsIn(read(file)).map((id) => ({ file, id })))
    .filter(({ id }) => !promises.includes(id));

  expect(unknown).toEqual([]);
});

test('no code cites a document that is not in the repository', () => {
  const roots = ['shared', 'functions', 'lib', 'packages', 'bench', 'ingress', 'scripts', 'test'];
  const citing = roots
    .flatMap(sourcesIn)
    .filter((file) => file !== 'test/docs/promises.test.ts')
    .filter((file) => /\b(core|workspace|contract|tools|beyond)\.md\b/.test(read(file)));

  expect(citing).toEqual([]);
});
