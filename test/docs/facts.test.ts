import { readFileSync, readdirSync } from 'node:fs';
import { routes } from '../../functions/api/routes';
import { deployedParts } from '../../lib/parts/stack-names';
import { pages, runnablePages } from './support/page';

const readPage = (file: string): string => readFileSync(file, 'utf8');

const foldersOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Returns the folders in the first column of a page's tables. */
const tableFoldersOf = (page: string, folder: string): string[] =>
  [
    ...readPage(page).matchAll(new RegExp(`^\\| \\[[\\w-]+\\]\\((?:\\.\\./)?${folder}/([\\w-]+)\\)`, 'gm')),
  ].map(([, name = '']) => name);

test('README has fewer than 900 words', () => {
  expect(readPage('README.md').trim().split(/\s+/).length).toBeLessThan(900);
});

test.each(runnablePages)('%s says how to start over', (page) => {
  expect(readPage(page)).toMatch(/npm start -- --fresh|`--fresh`.*start over/);
});

test('the deployment page names every stack of the preset economy, in dependency order', () => {
  const listed = [...readPage('docs/deploying.md').matchAll(/^CarrierNest-prod-(\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect(listed).toEqual(deployedParts({ preset: 'economy' }));
});

test.each([
  ['CONTRIBUTING.md', 'shared/domain'],
  ['CONTRIBUTING.md', 'packages/local/src'],
])('%s has a row for each folder of %s', (page, folder) => {
  expect(tableFoldersOf(page, folder).toSorted()).toEqual(foldersOf(folder).toSorted());
});

/** Replaces path parameters by `{}`, because pages and routes use different names for path parameters. */
const normalizePath = (path: string): string => path.replace(/\{\w+\}/g, '{}');

test.each(pages)('%s mentions no unknown endpoint', (page) => {
  const routeNames = routes.map(({ method, path }) => `${method} ${normalizePath(path)}`);
  // The recipe in CONTRIBUTING.md adds this endpoint as an example.
  const example = page === 'CONTRIBUTING.md' ? ['GET /v1/suppressions/{}'] : [];
  const namedEndpoints = [
    ...readPage(page).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}.-]*[\w}])/g),
  ].map(([, method = '', path = '']) => `${method} ${normalizePath(path)}`);

  expect(namedEndpoints.filter((endpoint) => ![...routeNames, ...example].includes(endpoint))).toEqual([]);
});
