import type { Exchange } from './evidence';
import type { VerifyContext } from './context';

/** An entry of the table in checks.ts. */
export interface Check {
  /** Never changes, because programs identify the check by its ID. */
  id: string;
  /** What a correct service does, in one line. */
  expected: string;
  /** The IDs of the checks that must pass first. Otherwise, this check is skipped. */
  needs?: readonly string[];
  /** Returns what it saw, in one line. Throws `CheckFailure` or `CheckSkipped`. */
  run: (ctx: VerifyContext) => Promise<string>;
}

/** What a failed check saw. The table in causes.ts lists the possible causes of each symptom. */
export type Symptom =
  | 'unreachable'
  | 'foreign-response'
  | 'refused'
  | 'guarded-key'
  | 'clock-skew'
  | 'no-domain'
  | 'unverified-domain'
  | 'wrong-response'
  | 'no-events'
  | 'bounced'
  | 'late'
  | 'not-due'
  | 'not-suppressed'
  | 'webhook-unpublished'
  | 'webhook-unattempted'
  | 'webhook-failed'
  | 'webhook-signature'
  | 'wrong-mx'
  | 'not-received'
  | 'wrong-file'
  | 'campaign-stuck'
  | 'campaign-stopped'
  | 'wrong-link'
  | 'not-unsubscribed';

/** Values that the causes of the failure depend on. */
export interface FailureFacts {
  domain?: string;
  /** The late or missing item, such as `the event "delivery"`. */
  item?: string;
  /** What the service or another server reported. */
  detail?: string;
}

export class CheckFailure extends Error {
  constructor(
    readonly symptom: Symptom,
    /** What the check saw, in one line. */
    readonly seen: string,
    readonly facts: FailureFacts = {},
    /** The refused or unexpected response. */
    readonly exchange?: Exchange,
  ) {
    super(seen);
  }
}

/** Thrown by a check that does not apply. The message is the reason. */
export class CheckSkipped extends Error {}

export const outcomes = ['passed', 'failed', 'skipped'] as const;

export interface Result {
  check: Check;
  outcome: (typeof outcomes)[number];
  seen: string;
  ms: number;
  failure?: CheckFailure;
}
