const assert = require('node:assert');
const { existsSync } = require('node:fs');
const { resolve } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Of files that it has not seen, as on a build server, Jest begins with the largest, which are the longest ones but
 * for these. Left to the end, each of them would run beside an idle processor.
 */
const longOnes = [
  'test/dashboard/in-browser/every-page.test.ts',
  'test/docs/pages.test.ts',
  'test/infra/least-privilege.journey.test.ts',
  'test/marketing/automations/model/ten.test.ts',
].map((file) => resolve(__dirname, '../../..', file));

for (const file of longOnes) assert.ok(existsSync(file), `${file} is gone: take it out of ${__filename}`);

/** Jest knows how long a file took that it has seen, and begins with what failed: it needs no help with that. */
const isUnseenAndLong = ({ path, duration }) => duration === undefined && longOnes.includes(path);

module.exports = class LongOnesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isUnseenAndLong), ...sorted.filter((test) => !isUnseenAndLong(test))];
  }
};
