import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { aFolder } from '../support/run/run-folder';

/** A file of tests that started no runtime of its own, on one that other files used before and use after it. */
const testFile = 'test/some/mail.test.ts';

let dir: string;

beforeEach(() => {
  dir = aFolder();
  mkdirSync(join(dir, 'run'));
});

/** Has the reporter hear of the file, in a folder of its own; returns what it said. */
function report(result: object): string {
  const reporter = JSON.stringify(resolve('test/support/run/keep-logs.cjs'));
  const heard = JSON.stringify({ testFilePath: join(dir, testFile), ...result });
  const program = `new (require(${reporter}))().onTestFileResult({}, ${heard})`;
  return spawnSync(process.execPath, ['-e', program], {
    cwd: dir,
    env: { ...process.env, TEST_RUN_DIR: join(dir, 'run') },
    encoding: 'utf8',
  }).stderr;
}

function printed(before: string, meanwhile: string): void {
  const file = join(dir, 'runtime.log');
  writeFileSync(file, before + meanwhile);
  const entry = { testFile, file, startByte: Buffer.byteLength(before) };
  appendFileSync(join(dir, 'run/logs.jsonl'), `${JSON.stringify(entry)}\n`);
}

const kept = (): string => readFileSync(join(dir, '.build/test-logs/test-some-mail.test.ts.log'), 'utf8');

test.each([
  ['a test failed', { numFailingTests: 1 }],
  ['the file did not load', { numFailingTests: 0, testExecError: { message: 'no such module' } }],
])('where %s, what its runtime printed since the file began is kept', (_what, result) => {
  printed('of another file: é\n', 'hand-over failed\n');

  const said = report(result);

  expect(kept()).toBe('hand-over failed\n');
  expect(said).toContain('.build/test-logs/test-some-mail.test.ts.log');
});

test('where all passed, nothing is', () => {
  printed('', 'listening\n');

  expect(report({ numFailingTests: 0 })).toBe('');
  expect(kept).toThrow('ENOENT');
});

test('where the file used no runtime, nothing is, and nothing breaks', () => {
  expect(report({ numFailingTests: 1 })).toBe('');
  expect(kept).toThrow('ENOENT');
});
