import type { Place } from '../admin/place';
import type { Ctx } from './context';

/** One thing to look at, as a row of checks.ts. */
export interface Check {
  /** Stays the same: programs know the check by it. */
  id: string;
  /** What holds when all is well. */
  title: string;
  /** Where there is something to look at; both unless given. */
  only?: Place['kind'];
  /** The checks without which this one knows nothing. */
  needs?: readonly string[];
  /** Throws `CallTrouble` when a call that it makes gets no answer. */
  run: (ctx: Ctx) => Promise<Seen>;
}

/** What a check saw. Without findings all is well. */
export interface Seen {
  /** In one line. */
  seen: string;
  /** How it was found out: calls that were made, resolvers that were asked. */
  evidence: readonly string[];
  findings: readonly Finding[];
  /** There was nothing to look at. */
  isSkipped?: true;
  /** Those that need this one know nothing. */
  stopsOthers?: true;
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

export interface Result extends Seen {
  id: string;
  title: string;
  outcome: Outcome;
}

export const looked = (
  seen: string,
  evidence: string | readonly string[],
  findings: readonly Finding[] = [],
): Seen => ({
  seen,
  evidence: [evidence].flat(),
  findings,
});

export const nothingToLookAt = (why: string): Seen => ({
  seen: why,
  evidence: [],
  findings: [],
  isSkipped: true,
});
