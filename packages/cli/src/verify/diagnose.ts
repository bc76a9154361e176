import type { CheckFailure } from './check';
import { causes, type Cause, type CauseInput } from './causes';
import type { Evidence } from './evidence';

export interface Diagnosis {
  /** The likely cause, in one sentence. */
  cause: string;
  next: string;
  /** Less likely causes, the most likely first. */
  otherCauses: string[];
}

/** Lists the causes of the symptom that the evidence of all checks allows, in the order of the table. */
export function diagnose(failure: CheckFailure, evidence: Evidence, url: string): Diagnosis {
  const input: CauseInput = { failure, facts: failure.facts, exchange: failure.exchange, evidence, url };
  const possible = causes.filter(
    ({ symptom, when }) => symptom === failure.symptom && (when === undefined || when(input)),
  );
  const [first, ...others] = possible;
  return {
    cause: first ? textOf(first.cause, input) : 'The service does not do what it promises.',
    next: first?.next === undefined ? reportBug : textOf(first.next, input),
    otherCauses: others.map(({ cause }) => textOf(cause, input)),
  };
}

const textOf = (text: Cause['cause'], input: CauseInput): string =>
  typeof text === 'string' ? text : text(input);

const reportBug = 'Open an issue with this table.';
