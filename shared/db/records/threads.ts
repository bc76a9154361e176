/** A conversation (TH-7). */
export interface Thread {
  id: string;
  workspaceId: string;
  /** The subject of the first message. */
  subject: string;
  /** The addresses of all participants except the workspace. Absent if there are no other participants. */
  participants?: ReadonlySet<string>;
  /** The first message. Later messages have their own records in the thread. */
  firstMessageId: string;
  messageCount: number;
  awaitingReply: boolean;
  /** When the latest message from a person arrived. */
  awaitingSince?: string;
  /**
   * The ids of held or scheduled emails that were created after `awaitingSince`. Absent if there are no such emails.
   */
  pendingReplies?: ReadonlySet<string>;
  handledAt: string | null;
  lastMessageAt: string;
  createdAt: string;
  /** Keys of the index `byTime`: threads by the time of their last message. */
  timeKey: string;
  timeAt: string;
  /** Keys of the index `byWaiting`. Set only while the thread awaits a reply. */
  waitingKey?: string;
  waitingAt?: string;
}

/** Removing these attributes marks the thread as not awaiting a reply. */
export const waitingAttributes = ['waitingKey', 'waitingAt'] as const;
