import { deriveIdAt, timeOfId } from '../../../core/time';
import type { RiskClass } from '../../../db/records/domains';

/** The thread of an email. */
export interface ThreadAssignment {
  threadId: string | null;
  /** Whether the thread exists before the email is sent. */
  joinsThread?: boolean;
}

/**
 * Returns the thread of a transactional send (TH-1 to TH-5): the parent's thread, the requested thread, or a new
 * thread. The id of a new thread derives from the email's id, so that a retry after a crash finds the same thread.
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
