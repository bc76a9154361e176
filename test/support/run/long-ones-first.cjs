const assert = require('node:assert');
const { existsSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Jest begins with the largest files, which are the longest ones but for these. Left to the end, each of them would
 * run beside an idle processor.
 */
const longOnes = [
  'test/dashboard/in-browser/every-page.test.ts',
  'test/docs/pages.test.ts',
  'test/journeys/least-privilege.test.ts',
  'test/automations/model/ten.test.ts',
];

for (const file of longOnes) assert.ok(existsSync(file), `${file} is gone: take it out of ${__filename}`);

const isLong = ({ path }) => longOnes.some((file) => path.endsWith(file));

module.exports = class LongOnesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
