/** An address with settings of its own, and perhaps with API keys that are limited to it. */
export interface Inbox {
  id: string;
  workspaceId: string;
  /** In its normal form. */
  address: string;
  /** The name of the sender of emails that a limited key sends. */
  displayName: string | null;
  /** The client's own name for the inbox, unique in the workspace. */
  clientId: string | null;
  metadata: Readonly<Record<string, string>>;
  createdAt: string;
  /** When the deletion began. An inbox that is being deleted is treated as absent, except by its deletion. */
  deletedAt?: string;
}

/** The inbox at an address. */
export interface InboxAddress {
  workspaceId: string;
  inboxId: string;
  /** When the record was written. Mail that arrived earlier does not reach the inbox. */
  createdAt: string;
}
