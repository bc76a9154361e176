/** A conversation (TH-7). */
export interface Thread {
  id: string;
  workspaceId: string;
  /** Of its first message. */
  subject: string;
  /** Everyone but the workspace itself, bare; absent when there is nobody. */
  participants?: ReadonlySet<string>;
  /** The message that it began with; those that joined have records of their own. */
  firstMessageId: string;
  messageCount: number;
  awaitingReply: boolean;
  /** When a person wrote last. */
  awaitingSince?: string;
  /** Emails that are held or scheduled, and know of all that people wrote; absent when there are none. */
  pendingReplies?: ReadonlySet<string>;
  handledAt: string | null;
  lastMessageAt: string;
  createdAt: string;
  /** Index `byTime`: the workspace's threads by their last message. */
  timeKey: string;
  timeAt: string;
  /** Index `byWaiting`, while it waits for an answer. */
  waitingKey?: string;
  waitingAt?: string;
}

/** What ends the wait. */
export const waitingAttributes = ['waitingKey', 'waitingAt'] as const;
