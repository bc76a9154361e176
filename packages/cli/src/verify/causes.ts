import type { CheckFailure, FailureFacts, Symptom } from './check';
import type { Evidence, Exchange } from './evidence';
import { connectionCauses } from './causes/connection';
import { deliveryCauses } from './causes/delivery';
import { refusalCauses } from './causes/refusal';

/** What a failed check and the whole run saw. The functions of a cause read it. */
export interface CauseInput {
  failure: CheckFailure;
  facts: FailureFacts;
  exchange: Exchange | undefined;
  evidence: Evidence;
  url: string;
}

export interface Cause {
  symptom: Symptom;
  /** Whether the evidence allows the cause. By default, it always does. */
  when?: (input: CauseInput) => boolean;
  cause: string | ((input: CauseInput) => string);
  next: string | ((input: CauseInput) => string);
}

/** The causes of each symptom, the most likely first. */
export const causes: readonly Cause[] = [...connectionCauses, ...refusalCauses, ...deliveryCauses];
