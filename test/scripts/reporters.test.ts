import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { makeTempDir } from '../support/run/run-dir';

/** A test file that shares its runtime with earlier and later files. */
const testFile = 'test/some/mail.test.ts';

let workDir: string;

beforeEach(() => {
  workDir = makeTempDir();
  mkdirSync(join(workDir, 'run'));
});

/** Runs a reporter for the file in a new folder and returns its output. */
function runReporter(result: object, name = 'keep-logs'): string {
  const reporter = JSON.stringify(resolve(`test/support/run/${name}.cjs`));
  const resultJson = JSON.stringify({ testFilePath: join(workDir, testFile), ...result });
  const program = `new (require(${reporter}))().onTestFileResult({}, ${resultJson})`;
  return spawnSync(process.execPath, ['-e', program], {
    cwd: workDir,
    env: { ...process.env, TEST_RUN_DIR: join(workDir, 'run') },
    encoding: 'utf8',
  }).stderr;
}

function writeRuntimeLog(before: string, logDuringTest: string): void {
  const file = join(workDir, 'runtime.log');
  writeFileSync(file, before + logDuringTest);
  const entry = { testFile, file, startByte: Buffer.byteLength(before) };
  appendFileSync(join(workDir, 'run/logs.jsonl'), `${JSON.stringify(entry)}\n`);
}

const readKeptLog = (): string =>
  readFileSync(join(workDir, '.build/test-logs/test-some-mail.test.ts.log'), 'utf8');

test.each([
  ['a test failed', { numFailingTests: 1 }],
  ['the file did not load', { numFailingTests: 0, testExecError: { message: 'no such module' } }],
])('when %s, the runtime log since the start of the file is kept', (_what, result) => {
  writeRuntimeLog('of another file: é\n', 'hand-over failed\n');

  const output = runReporter(result);

  expect(readKeptLog()).toBe('hand-over failed\n');
  expect(output).toContain('.build/test-logs/test-some-mail.test.ts.log');
});

test('when all tests passed, no log is kept', () => {
  writeRuntimeLog('', 'listening\n');

  expect(runReporter({ numFailingTests: 0 })).toBe('');
  expect(readKeptLog).toThrow('ENOENT');
});

test('when the file used no runtime, no log is kept and the reporter does not fail', () => {
  expect(runReporter({ numFailingTests: 1 })).toBe('');
  expect(readKeptLog).toThrow('ENOENT');
});

test('the folders of the file are deleted, and the folders of other files are kept', () => {
  const [own, foreign] = [makeFolder(testFile), makeFolder('test/some/other.test.ts')];

  runReporter({ numFailingTests: 0 }, 'remove-folders');

  expect(existsSync(own)).toBe(false);
  expect(existsSync(foreign)).toBe(true);
});

function makeFolder(owner: string): string {
  const dir = join(workDir, `folder of ${owner.replaceAll('/', ' ')}`);
  mkdirSync(dir);
  writeFileSync(join(dir, 'data'), 'x');
  appendFileSync(join(workDir, 'run/folders.jsonl'), `${JSON.stringify({ testFile: owner, dir })}\n`);
  return dir;
}
