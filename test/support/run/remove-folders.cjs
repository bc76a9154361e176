const { rmSync } = require('node:fs');
const { relative } = require('node:path');
const { readIndex } = require('./read-index.cjs');

/**
 * A Jest reporter that deletes the temporary folders of each test file. All folders of a run together can need more
 * memory than the computer has.
 */
module.exports = class RemoveFolders {
  onTestFileResult(_test, { testFilePath }) {
    for (const { dir } of readIndex('folders.jsonl', relative('.', testFilePath)))
      rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
};
