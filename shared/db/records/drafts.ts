import type { ContentRecord, StoredContent } from './content';
import type { LeaseFields } from './lease';

/** A send request that a client keeps and changes until it sends it. The content is the request. */
export interface SavedDraft extends ContentRecord, LeaseFields {
  id: string;
  workspaceId: string;
  /** The inbox at the address in `from` when `from` was set. */
  inboxId?: string;
  /** Changes with every change of the request. */
  revision: string;
  /** The object of a request that is too large for the record. */
  storedContent?: StoredContent;
  /** The email of a send that has begun. Absent once it is certain that the send was refused. */
  emailId?: string;
  /** The credential that began the send. */
  senderId?: string;
  createdAt: string;
  updatedAt: string | null;
  expiresAt: number;
}

/** The message that a draft became. */
export interface SentDraft {
  messageId: string;
  /** The inbox of the draft. */
  inboxId?: string;
  expiresAt: number;
}

/** At least the number of drafts of a workspace. Expired drafts count until the workspace reaches its maximum. */
export interface DraftCount {
  drafts: number;
}
