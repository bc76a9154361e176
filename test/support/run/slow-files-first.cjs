const assert = require('node:assert');
const { existsSync } = require('node:fs');
const { resolve } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Jest starts files that it has not run before, as on a build server, in order of size. These files are small but
 * slow. If Jest started them last, the other processors would be idle while these files run.
 */
const slowFiles = [
  'test/dashboard/in-browser/every-page.test.ts',
  'test/docs/pages.test.ts',
  'test/infra/least-privilege.journey.test.ts',
  'test/marketing/automations/model/ten-sequences.test.ts',
  'test/upgrade/upgrade.test.ts',
].map((file) => resolve(__dirname, '../../..', file));

for (const file of slowFiles)
  assert.ok(existsSync(file), `${file} does not exist. Remove the file from ${__filename}`);

/** Jest itself orders a file correctly if it knows the duration of the file or knows that the file failed. */
const isUnseenAndSlow = ({ path, duration }) => duration === undefined && slowFiles.includes(path);

module.exports = class SlowFilesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isUnseenAndSlow), ...sorted.filter((test) => !isUnseenAndSlow(test))];
  }
};
