import { readFileSync, readdirSync } from 'node:fs';
import { routes } from '../../functions/api/routes';
import { pages, walked } from './support/page';

const read = (file: string): string => readFileSync(file, 'utf8');

const foldersOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The folders that the rows of a page's tables begin with. */
const rowsOf = (page: string, folder: string): string[] =>
  [...read(page).matchAll(new RegExp(`^\\| \\[[\\w-]+\\]\\((?:\\.\\./)?${folder}/([\\w-]+)\\)`, 'gm'))].map(
    ([, name = '']) => name,
  );

test('README has less than a thousand words', () => {
  expect(read('README.md').trim().split(/\s+/).length).toBeLessThan(1_000);
});

test.each(walked)('%s says how to start over', (page) => {
  expect(read(page)).toMatch(/npm start -- --fresh|`--fresh`.*start over/);
});

test('deploying names every stack, in the order in which they stand on each other', () => {
  const stacks = [...read('lib/service.ts').matchAll(/name\('(\w+)'\)/g)].map(([, name]) => name);

  const listed = [...read('docs/deploying.md').matchAll(/^CarrierNest-prod-(\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(listed).toEqual(stacks.filter((name) => !['Edge', 'Firewall'].includes(name ?? '')));
});

test.each([
  ['CONTRIBUTING.md', 'shared/domain'],
  ['docs/local.md', 'packages/local/src'],
])('%s has a row for each folder of %s', (page, folder) => {
  expect(rowsOf(page, folder).toSorted()).toEqual(foldersOf(folder).toSorted());
});

/** The path by which pages name a route, whatever they call what stands in braces. */
const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

test.each(pages)('%s names no endpoint that there is not', (page) => {
  const ours = routes.map(({ method, path }) => `${method} ${shapeOf(path)}`);
  // The recipe's example is one that is yet to be added.
  const example = page === 'CONTRIBUTING.md' ? ['GET /v1/suppressions/{}'] : [];
  const named = [...read(page).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}.-]*[\w}])/g)].map(
    ([, method = '', path = '']) => `${method} ${shapeOf(path)}`,
  );

  expect(named.filter((endpoint) => ![...ours, ...example].includes(endpoint))).toEqual([]);
});
