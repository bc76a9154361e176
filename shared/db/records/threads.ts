/** A conversation (TH-7). */
export interface Thread {
  id: string;
  workspaceId: string;
  /** The inbox of all messages of the conversation. */
  inboxId?: string;
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
  /** The labels that the workspace gave the thread. Absent if it has none. */
  labels?: ReadonlySet<string>;
  /** When the thread was marked as read; null or absent while it is unread. */
  readAt?: string | null;
}

/** A label of a thread. Moves with the thread in the index `byTime`, so that threads can be listed by label. */
export interface ThreadLabel {
  /** The partition key of the record. */
  timeKey: string;
  timeAt: string;
}

/** The labels of the workspace: those that threads have, and possibly some that no thread has anymore. */
export interface LabelRegistry {
  labels: ReadonlySet<string>;
}

/** Exists once the workspace has used labels or the read state, so that its threads show both. */
export interface LabelUse {
  usedSince: string;
}

/** Removing these attributes marks the thread as not awaiting a reply. */
export const waitingAttributes = ['waitingKey', 'waitingAt'] as const;
