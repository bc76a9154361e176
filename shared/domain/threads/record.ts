/** A conversation (contract.md 2.1). */
export interface Thread {
  id: string;
  workspaceId: string;
  subject: string;
  participants: readonly string[];
  messageCount: number;
  awaitingReply: boolean;
  lastMessageAt: string;
  createdAt: string;
}
