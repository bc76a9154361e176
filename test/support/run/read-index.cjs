const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Returns the entries that a test file added to an index in the folder of the run. */
function readIndex(indexFile, testFile) {
  const index = join(process.env.TEST_RUN_DIR, indexFile);
  if (!existsSync(index)) return [];
  const entries = readFileSync(index, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
  return entries.filter((entry) => entry.testFile === testFile);
}

module.exports = { readIndex };
