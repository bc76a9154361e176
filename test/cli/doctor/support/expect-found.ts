import { complaintsOf, reportOf, type Ran } from './doctor';
import type { Fault } from './faults';

/** Each fault is found by its check, with how and with what to do; and nothing else is. */
export function expectFound(ran: Ran, faults: readonly Fault[]): void {
  const complaints = complaintsOf(reportOf(ran)).map(({ id, ...rest }) => [id, rest]);
  const expected = faults.map(({ id, outcome, evidence, fix }) => [
    id,
    {
      outcome,
      findings: [
        {
          outcome,
          subject: expect.stringMatching(/\w/),
          problem: expect.stringMatching(/\w/),
          evidence: matching(evidence),
          fix: matching(fix),
        },
      ],
    },
  ]);
  expect(Object.fromEntries(complaints)).toEqual(Object.fromEntries(expected));
  expect(ran.exitCode).toBe(faults.some(({ outcome }) => outcome === 'fail') ? 1 : 0);
}

const matching = (expected: string | RegExp): unknown =>
  typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected);
