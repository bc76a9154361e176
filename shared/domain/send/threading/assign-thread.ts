import { deriveIdAt, timeOfId } from '../../../core/time';
import type { RiskClass } from '../../../db/records/domains';

/** Where an email stands among the conversations. */
export interface ThreadAssignment {
  threadId: string | null;
  /** The thread exists already. */
  joinsThread?: boolean;
}

/**
 * The thread of a transactional send (TH-1 to TH-5): the parent's thread, the one that is named, or a new one. That has its id
 * from the email's, so that a retry of an attempt which died finds the thread that this one began.
 */
export function assignThread(
  emailId: string,
  riskClass: RiskClass,
  parent: { threadId: string | null } | undefined,
  threadId: string | undefined,
): ThreadAssignment {
  if (riskClass === 'marketing') return { threadId: null, joinsThread: false };
  const existing = parent?.threadId ?? threadId;
  return existing
    ? { threadId: existing, joinsThread: true }
    : { threadId: deriveIdAt(timeOfId(emailId), `thread of ${emailId}`), joinsThread: false };
}
