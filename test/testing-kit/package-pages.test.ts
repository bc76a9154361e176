import { readFileSync } from 'node:fs';
import { codeBlocksOf } from '../support/code-blocks';
import { Project } from '../support/project';
import { packTarballs } from '../support/tarballs';

const page = codeBlocksOf(readFileSync('docs/testing.md', 'utf8'));
const readme = codeBlocksOf(readFileSync('packages/testing/README.md', 'utf8'));

const filesOf = (blocks: typeof page): Record<string, string> =>
  Object.fromEntries(blocks.flatMap(({ file, code }) => (file ? [[file, code]] : [])));

/** The packages that the install commands of the page name. */
const namedPackages = page.flatMap(({ code }) =>
  [...code.matchAll(/^npm install (?:--save-dev )?(.+)$/gm)].flatMap(([, names = '']) => names.split(' ')),
);

test('the README shows the first test of the page', () => {
  expect(Object.keys(filesOf(readme))).toEqual(['vitest.config.ts', 'test/sign-up.test.ts']);
  expect(filesOf(page)).toMatchObject(filesOf(readme));
});

test('the commands and files of the page compile strictly and pass in an empty folder (TK-4)', () => {
  const project = new Project();
  project.write('package.json', '{ "private": true, "type": "module" }');
  expect(namedPackages).toEqual(['@carrier-nest/sdk', '@carrier-nest/testing', 'vitest']);
  const tarballs = packTarballs('@carrier-nest/sdk', 'carrier-nest', '@carrier-nest/testing');
  project.install(...tarballs, 'vitest@4.1.12');
  const files = filesOf(page);
  expect(Object.keys(files)).toHaveLength(4);
  for (const [file, code] of Object.entries(files)) project.write(file, code);

  project.link('@types/node', 'undici-types');
  const modules = ['--module', 'preserve', '--moduleResolution', 'bundler', '--noEmit', '--skipLibCheck'];
  expect(project.compile(...modules, ...Object.keys(files))).toEqual({ status: 0, output: '' });
  const [command = ''] = page.flatMap(({ code }) => (code.startsWith('npx ') ? [code.trim()] : []));
  expect(project.run('sh', ['-ec', command])).toMatchObject({
    status: 0,
    output: expect.stringMatching(/4 passed/),
  });
});
