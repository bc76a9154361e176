import { execFileSync } from 'node:child_process';
import { hugeMails } from '../../support/huge-mails';
import type { ReadStats } from '../../support/read-mutants';

/** The peak memory for parsing. The rest of the function's 1024 MB is for requests to DynamoDB and S3. */
const peakMbMax = 700;

/**
 * Runs the parser in a separate process. A failure names a seed, with which `tsx test/support/read-mutants.ts <seed>
 * 1` reproduces the failure.
 */
function readMails(...args: string[]): ReadStats {
  const program = ['--max-old-space-size=900', '--import', 'tsx', 'test/support/read-mutants.ts', ...args];
  const output = execFileSync(process.execPath, program, {
    encoding: 'utf8',
    timeout: 880_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.parse(output) as ReadStats;
}

test('each of ten thousand corrupted messages is parsed within a second and within the memory limit', () => {
  const { mails: mailCount, failures, peakMb } = readMails('0', '10000');

  expect(failures).toEqual([]);
  expect(mailCount).toBe(10_000);
  expect(peakMb).toBeLessThan(peakMbMax);
}, 900_000);

test.each(Object.keys(hugeMails))(
  'a message of 40 MB is parsed within the memory of the function: %s',
  (name) => {
    const { mails: mailCount, failures, peakMb } = readMails(name);

    expect(failures).toEqual([]);
    expect(mailCount).toBe(1);
    expect(peakMb).toBeLessThan(peakMbMax);
  },
  300_000,
);
