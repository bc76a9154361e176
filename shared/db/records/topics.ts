/** What a mail can be about, so that people can do without it (TO-1). */
export interface Topic {
  id: string;
  workspaceId: string;
  key: string;
  name: string;
  description: string | null;
  /** Whether it is mailed to who made no choice. */
  defaultSubscribed: boolean;
  createdAt: string;
  updatedAt: string | null;
}

/**
 * What an address chose, for a topic. It counts only while the topic has this id: deleting a topic is one
 * write, however many chose, and one made anew under the same key has another id, so that everybody is back
 * at its default. A choice about a topic that is gone is never read as anything else; the next choice about
 * the key takes its place.
 */
export interface Preference {
  topicId: string;
  topicKey: string;
  subscribed: boolean;
}
