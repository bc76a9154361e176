import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAutomated } from '../../shared/text/automated';
import { parseMail } from '../../shared/text/mail/parse-mail';
import known from './known/auto.json';

interface AutomatedCase {
  file: string;
  expected: { automated: boolean };
  soft: boolean;
}

const folder = join(process.env['CORPUS'] ?? '', 'auto');
const { cases } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
  cases: AutomatedCase[];
};
const knownFailures: Readonly<Record<string, string>> = known;

test.each(cases)(
  '$file is detected as the corpus expects, unless the failure is known',
  ({ file, expected }) => {
    const isCorrect = detectAutomated(file) === expected.automated;

    expect(isCorrect).toBe(!Object.hasOwn(knownFailures, file));
  },
);

test('every known failure is a case of the corpus', () => {
  const files = cases.map(({ file }) => file);

  expect(files).toEqual(expect.arrayContaining(Object.keys(knownFailures)));
});

describe.each([
  ['all cases', cases],
  ['all unambiguous cases', cases.filter(({ soft }) => !soft)],
])('over %s', (_description, selectedCases) => {
  test('at least 98 % of automated messages are detected', () => {
    const automated = selectedCases.filter(({ expected }) => expected.automated);
    const found = automated.filter(({ file }) => detectAutomated(file));

    expect(found.length / automated.length).toBeGreaterThanOrEqual(0.98);
  });

  test('at least 99 % of detected messages are automated', () => {
    const found = selectedCases.filter(({ file }) => detectAutomated(file));
    const automated = found.filter(({ expected }) => expected.automated);

    expect(automated.length / found.length).toBeGreaterThanOrEqual(0.99);
  });
});

/** Returns whether the message in the file is automated. Some files start with blank lines, which are skipped. */
function detectAutomated(file: string): boolean {
  const raw = readFileSync(join(folder, file), 'latin1').trimStart();
  return isAutomated(parseMail(Buffer.from(raw, 'latin1')).headers, null);
}
