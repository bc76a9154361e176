import { deriveIdAt, timeOfId } from '../../../core/time';
import type { RiskClass } from '../../../db/records/domains';

/** The thread of an email. */
export interface ThreadAssignment {
  threadId: string | null;
  /** Whether the thread exists before the email is sent. */
  joinsThread?: boolean;
}

/** The data that assigns an email to a thread. */
interface ThreadCandidates {
  parent: { threadId: string | null; inboxId?: string | undefined } | undefined;
  /** The thread that the request names. */
  thread: { id: string; inboxId?: string } | undefined;
}

/**
 * Returns the thread of a transactional send (TH-1 to TH-5): the parent's thread, the requested thread, or a new
 * thread. A thread of another inbox, or without an inbox, is not continued, because a thread belongs to at most one inbox
 * (IB-20). The id of a new thread derives from the email's id, so that a retry after a crash finds the same thread.
 */
export function assignThread(
  emailId: string,
  { riskClass, inboxId }: { riskClass: RiskClass; inboxId?: string | undefined },
  { parent, thread }: ThreadCandidates,
): ThreadAssignment {
  if (riskClass === 'marketing') return { threadId: null, joinsThread: false };
  const named = parent ? parent.inboxId : thread?.inboxId;
  const existing = named === inboxId ? (parent?.threadId ?? thread?.id) : undefined;
  return existing
    ? { threadId: existing, joinsThread: true }
    : { threadId: deriveIdAt(timeOfId(emailId), `thread of ${emailId}`), joinsThread: false };
}
