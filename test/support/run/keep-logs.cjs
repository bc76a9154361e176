const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { readIndex } = require('./read-index.cjs');

const keptLogsDir = '.build/test-logs';

/** Returns the output of the runtimes of a test file during its run. */
function readLogOf(testFile) {
  return readIndex('logs.jsonl', testFile)
    .filter(({ file }) => existsSync(file))
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
