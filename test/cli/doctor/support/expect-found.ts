import { problemsOf, parseReport, type DoctorResult } from './run-doctor';
import type { Fault } from './faults';

/** Expects one finding for each fault, with its evidence and fix, and no other finding. */
export function expectFaultsFound(result: DoctorResult, faults: readonly Fault[]): void {
  const problems = problemsOf(parseReport(result)).map(({ id, ...rest }) => [id, rest]);
  const expected = faults.map(({ id, outcome, evidence, fix }) => [
    id,
    {
      outcome,
      findings: [
        {
          outcome,
          subject: expect.stringMatching(/\w/),
          problem: expect.stringMatching(/\w/),
          evidence: textMatching(evidence),
          fix: textMatching(fix),
        },
      ],
    },
  ]);
  expect(Object.fromEntries(problems)).toEqual(Object.fromEntries(expected));
  expect(result.exitCode).toBe(faults.some(({ outcome }) => outcome === 'fail') ? 1 : 0);
}

const textMatching = (expected: string | RegExp): unknown =>
  typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected);
