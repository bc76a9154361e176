import type { Target } from '../command-line/target';
import type { DoctorContext } from './context';

/** An entry of the list in checks.ts. */
export interface Check {
  /** Never changes, because programs identify the check by its ID. */
  id: string;
  /** A statement that is true if the check passes. */
  title: string;
  /** The only kind of target that the check applies to. By default, a check applies to both kinds. */
  only?: Target['kind'];
  /** The IDs of checks that run first. If one of these checks blocks its dependents, this check is skipped. */
  needs?: readonly string[];
  /** Throws `CallFailure` if a call fails. */
  run: (ctx: DoctorContext) => Observation | Promise<Observation>;
}

/** The result of running a check. A check without findings passes. */
export interface Observation {
  /** One line. */
  seen: string;
  /** The calls that were made and the resolvers that were queried. */
  evidence: readonly string[];
  findings: readonly Finding[];
  /** True if the check does not apply or has no data to check. */
  isSkipped?: true;
  /** True if the checks that need this check are skipped. */
  blocksDependents?: true;
}

/** One problem. */
export interface Finding {
  outcome: 'warn' | 'fail';
  /** The resource with the problem: the account, a stack, a queue or a domain. */
  subject: string;
  problem: string;
  /** The call and its response. */
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
