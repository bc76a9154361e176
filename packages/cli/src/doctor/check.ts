import type { Target } from '../admin/target';
import type { DoctorContext } from './context';

/** One thing to look at, as a row of checks.ts. */
export interface Check {
  /** Stays the same: programs know the check by it. */
  id: string;
  /** What holds when all is well. */
  title: string;
  /** Where there is something to look at; both unless given. */
  only?: Target['kind'];
  /** The checks without which this one knows nothing. */
  needs?: readonly string[];
  /** Throws `CallFailure` when a call that it makes gets no answer. */
  run: (ctx: DoctorContext) => Observation | Promise<Observation>;
}

/** What a check saw. Without findings all is well. */
export interface Observation {
  /** In one line. */
  seen: string;
  /** How it was found out: calls that were made, resolvers that were asked. */
  evidence: readonly string[];
  findings: readonly Finding[];
  /** There was nothing to look at. */
  isSkipped?: true;
  /** Those that need this one know nothing. */
  blocksDependents?: true;
}

/** One thing that is wrong. */
export interface Finding {
  outcome: 'warn' | 'fail';
  /** What has it: the account, a stack, a queue, a domain. */
  subject: string;
  problem: string;
  /** What was asked, and what the answer was. */
  evidence: string;
  /** The command to run, the record to publish or the page to open. */
  fix: string;
}

export const outcomes = ['ok', 'warn', 'fail', 'skipped'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Result extends Observation {
  id: string;
  title: string;
  outcome: Outcome;
}

export const observation = (
  seen: string,
  evidence: string | readonly string[],
  findings: readonly Finding[] = [],
): Observation => ({
  seen,
  evidence: [evidence].flat(),
  findings,
});

export const skippedObservation = (reason: string): Observation => ({
  seen: reason,
  evidence: [],
  findings: [],
  isSkipped: true,
});
