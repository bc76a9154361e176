const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const keptLogsDir = '.build/test-logs';

/** Returns the output of the runtimes of a test file during its run. */
function readLogOf(testFile) {
  const index = join(process.env.TEST_RUN_DIR, 'logs.jsonl');
  if (!existsSync(index)) return '';
  const entries = readFileSync(index, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  return entries
    .filter((entry) => entry.testFile === testFile && existsSync(entry.file))
    .map(({ file, startByte }) => readFileSync(file).subarray(startByte).toString())
    .join('\n');
}

/** A Jest reporter that keeps the log of a file in which a test failed, and prints its path. */
module.exports = class KeepLogs {
  onTestFileResult(_test, { testFilePath, numFailingTests, testExecError }) {
    if (numFailingTests === 0 && !testExecError) return;
    const testFile = relative('.', testFilePath);
    const log = readLogOf(testFile);
    if (!log) return;
    mkdirSync(keptLogsDir, { recursive: true });
    const file = join(keptLogsDir, `${testFile.replaceAll('/', '-')}.log`);
    writeFileSync(file, log);
    console.error(`Runtime log during this file: ${file}`);
  }
};
