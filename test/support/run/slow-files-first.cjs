const assert = require('node:assert');
const { existsSync } = require('node:fs');
const { resolve } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Of files that it has not seen, as on a build server, Jest begins with the largest, which are the longest ones but
 * for these. Left to the end, each of them would run beside an idle processor.
 */
const slowFiles = [
  'test/dashboard/in-browser/every-page.test.ts',
  'test/docs/pages.test.ts',
  'test/infra/least-privilege.journey.test.ts',
  'test/marketing/automations/model/ten-sequences.test.ts',
].map((file) => resolve(__dirname, '../../..', file));

for (const file of slowFiles) assert.ok(existsSync(file), `${file} is gone: take it out of ${__filename}`);

/** Jest knows how long a file took that it has seen, and begins with what failed: it needs no help with that. */
const isUnseenAndSlow = ({ path, duration }) => duration === undefined && slowFiles.includes(path);

module.exports = class SlowFilesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isUnseenAndSlow), ...sorted.filter((test) => !isUnseenAndSlow(test))];
  }
};
