import { outcomes, type Result } from './check';
import { diagnose } from './diagnose';
import type { VerifyRun } from './context';

const labels = { passed: 'ok', failed: 'FAIL', skipped: '-' };

/** A line of progress. */
export const formatProgress = ({ check, outcome, seen, ms }: Result): string =>
  `  ${labels[outcome].padEnd(4)}  ${check.id.padEnd(11)}  ${plain(seen)}${outcome === 'skipped' ? '' : ` (${ms} ms)`}\n`;

/** The output of --json. While the version is 1, fields may be added but not removed. */
export function buildReport(run: VerifyRun, results: readonly Result[], leftovers: readonly string[]) {
  const { options, domains, evidence } = run;
  return {
    version: 1,
    url: options.url,
    domain: domains.sender?.domain ?? null,
    outcome: results.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed',
    counts: countOutcomes(results),
    checks: results.map(({ check, outcome, seen, ms, failure }) => {
      const diagnosis = failure && diagnose(failure, evidence, options.url);
      return {
        id: check.id,
        outcome,
        expected: check.expected,
        seen,
        ms,
        cause: diagnosis?.cause ?? null,
        next: diagnosis?.next ?? null,
        other_causes: diagnosis?.otherCauses ?? [],
        request_id: failure?.exchange?.requestId ?? null,
      };
    }),
    leftovers,
  };
}

export type Report = ReturnType<typeof buildReport>;

const countOutcomes = (results: readonly Result[]): Record<Result['outcome'], number> => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
};

/** The report in Markdown, to paste into an issue. */
export function formatReport({ url, domain, counts, checks, leftovers }: Report): string {
  const rows = checks.map(({ id, outcome, expected, seen, ms }) =>
    tableRow([`${labels[outcome]} ${id}`, expected, seen, outcome === 'skipped' ? '' : String(ms)]),
  );
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  return [
    `carrier-nest verify of ${url}${domain === null ? '' : ` with ${domain}`}`,
    '',
    tableRow(['Check', 'Expected', 'Seen', 'ms']),
    tableRow(['---', '---', '---', '--:']),
    ...rows,
    '',
    ...(failed.length > 0 ? ['What to do', '', ...failed.flatMap(formatFailure), ''] : []),
    ...leftovers.map((problem) => `Not deleted: ${plain(problem)}`),
    outcomes.map((outcome) => `${counts[outcome]} ${outcome}`).join(', '),
    '',
  ].join('\n');
}

function formatFailure(check: Report['checks'][number], index: number): string[] {
  const { id, seen, cause, next, other_causes: others, request_id: requestId } = check;
  const request = requestId === null ? '' : ` (request ${requestId})`;
  return [
    `${index + 1}. ${id}: ${plain(seen)}${request}`,
    `   Likely cause: ${plain(cause ?? '')}`,
    `   Next: ${plain(next ?? '')}`,
    ...(others.length > 0 ? [`   Otherwise: ${others.map(plain).join(' ')}`] : []),
  ];
}

const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => plain(cell).replaceAll('|', '\\|')).join(' | ')} |`;

/** A response of another server may contain control characters, which must not reach the terminal. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '?').trim();
