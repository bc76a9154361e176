import type { Target } from '../command-line/target';
import { outcomes, type Finding, type Outcome, type Result } from './check';
import type { DoctorContext } from './context';

/** The output of --json: docs/doctor.md#for-programs. While the version is 1, fields may be added but not removed. */
export interface Report {
  version: 1;
  place: { kind: Target['kind']; stage: string; region: string | null; data_dir: string | null };
  /** The worst outcome of all checks. A skipped check is treated as `ok`. */
  outcome: 'ok' | 'warn' | 'fail';
  counts: Record<Outcome, number>;
  checks: Pick<Result, 'id' | 'title' | 'outcome' | 'seen' | 'evidence' | 'findings'>[];
}

export function buildReport(
  { target: place, stage, region }: DoctorContext,
  results: readonly Result[],
): Report {
  const counts = countOutcomes(results);
  return {
    version: 1,
    place: {
      kind: place.kind,
      stage,
      region: region ?? null,
      data_dir: place.kind === 'local' ? place.dataDir : null,
    },
    outcome: counts.fail > 0 ? 'fail' : counts.warn > 0 ? 'warn' : 'ok',
    counts,
    checks: results.map(({ id, title, outcome, seen, evidence, findings }) => ({
      id,
      title,
      outcome,
      seen,
      evidence,
      findings,
    })),
  };
}

function countOutcomes(results: readonly Result[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { ok: 0, warn: 0, fail: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

export const formatHeading = ({ target, stage, region }: DoctorContext): string =>
  target.kind === 'local'
    ? `The local runtime with its data in ${target.dataDir}\n\n`
    : `The stage ${stage} in ${region ?? 'no Region'}\n\n`;

const labels: Record<Outcome, string> = { ok: 'ok', warn: 'WARN', fail: 'FAIL', skipped: '-' };

export const formatResult = ({ id, outcome, seen }: Result): string =>
  `  ${labels[outcome].padEnd(4)}  ${id.padEnd(22)}  ${stripControls(seen)}\n`;

/** The findings, failures first, and the number of checks per outcome. */
export function formatAdvice(results: readonly Result[]): string {
  const findings = results.flatMap(({ id, findings: resultFindings }) =>
    resultFindings.map((finding) => ({ id, finding })),
  );
  const ordered = (['fail', 'warn'] as const).flatMap((outcome) =>
    findings.filter(({ finding }) => finding.outcome === outcome),
  );
  const counts = countOutcomes(results);
  const summary = `${outcomes.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ')}\n`;
  if (ordered.length === 0) return `\nNothing to do. ${summary}`;
  return [
    '\nWhat to do\n',
    ...ordered.map(({ id, finding }, index) => formatStep(index + 1, id, finding)),
    summary,
  ].join('\n');
}

function formatStep(
  number: number,
  id: string,
  { outcome, subject, problem, evidence, fix }: Finding,
): string {
  return [
    `${number}. ${labels[outcome]} ${id}: ${stripControls(subject)}: ${stripControls(problem)}`,
    `   Seen:  ${stripControls(evidence)}`,
    `   Do:    ${fix.split('\n').map(stripControls).join('\n          ')}`,
    '',
  ].join('\n');
}

/** Names of domains, alarms and rules may contain control characters, which must not reach the operator's terminal. */
const stripControls = (text: string): string => text.replace(/\p{C}/gu, '?');
