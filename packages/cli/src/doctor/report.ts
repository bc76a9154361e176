import type { Place } from '../admin/place';
import { outcomes, type Finding, type Outcome, type Result } from './check';
import type { Ctx } from './context';

/** What --json prints: docs/doctor.md#for-programs. A field is added, never taken away, while the version is 1. */
export interface Report {
  version: 1;
  place: { kind: Place['kind']; stage: string; region: string | null; data_dir: string | null };
  /** The worst of all; `skipped` is no worse than `ok`. */
  outcome: 'ok' | 'warn' | 'fail';
  counts: Record<Outcome, number>;
  checks: Pick<Result, 'id' | 'title' | 'outcome' | 'seen' | 'evidence' | 'findings'>[];
}

export function reportOf({ place, stage, region }: Ctx, results: readonly Result[]): Report {
  const counts = countsOf(results);
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

function countsOf(results: readonly Result[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { ok: 0, warn: 0, fail: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

export const heading = ({ place, stage, region }: Ctx): string =>
  place.kind === 'local'
    ? `The local runtime with its data in ${place.dataDir}\n\n`
    : `The stage ${stage} in ${region ?? 'no Region'}\n\n`;

const marks: Record<Outcome, string> = { ok: 'ok', warn: 'WARN', fail: 'FAIL', skipped: '-' };

/** One line for a check. */
export const lineOf = ({ id, outcome, seen }: Result): string =>
  `  ${marks[outcome].padEnd(4)}  ${id.padEnd(22)}  ${plain(seen)}\n`;

/** What to do, with what hurts first on top, and how many of each there were. */
export function adviceOf(results: readonly Result[]): string {
  const findings = results.flatMap(({ id, findings: of }) => of.map((finding) => ({ id, finding })));
  const inOrder = (['fail', 'warn'] as const).flatMap((outcome) =>
    findings.filter(({ finding }) => finding.outcome === outcome),
  );
  const counts = countsOf(results);
  const sum = `${outcomes.map((outcome) => `${counts[outcome]} ${outcome}`).join(', ')}\n`;
  if (inOrder.length === 0) return `\nNothing to do. ${sum}`;
  return ['\nWhat to do\n', ...inOrder.map(({ id, finding }, at) => stepOf(at + 1, id, finding)), sum].join(
    '\n',
  );
}

function stepOf(number: number, id: string, { outcome, subject, problem, evidence, fix }: Finding): string {
  return [
    `${number}. ${marks[outcome]} ${id}: ${plain(subject)}: ${plain(problem)}`,
    `   Seen:  ${plain(evidence)}`,
    `   Do:    ${fix.split('\n').map(plain).join('\n          ')}`,
    '',
  ].join('\n');
}

/** Others name domains, alarms and rules: a name must not move the operator's cursor. */
const plain = (text: string): string => text.replace(/\p{C}/gu, '?');
