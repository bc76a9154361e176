import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Runs the script that npm runs after an installation, in a folder with these dependencies and nothing else. */
function prepareIn(dependencies: 'all' | 'none'): { status: number | null; output: string } {
  const cwd = mkdtempSync(join(tmpdir(), 'carrier-nest-prepare-'));
  if (dependencies === 'all') symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'));
  else mkdirSync(join(cwd, 'node_modules'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/prepare.mjs')], {
    cwd,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

test('npm runs the build of the local runtime after each installation', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8'))).toHaveProperty(
    'scripts.prepare',
    'node scripts/prepare.mjs',
  );
  expect(existsSync('scripts/build-runtime.ts')).toBe(true);
});

test('an installation without development dependencies builds nothing', () => {
  expect(prepareIn('none')).toEqual({ status: 0, output: '' });
});

test('if the build fails, the installation succeeds and says what to do', () => {
  const { status, output } = prepareIn('all');

  expect(status).toBe(0);
  expect(output).toMatch(/^Building the functions and stacks of the local runtime/);
  expect(output).toContain('npm start builds again and shows the error.');
});
