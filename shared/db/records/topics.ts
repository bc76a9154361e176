/** A category of email that contacts can opt out of separately (TO-1). */
export interface Topic {
  id: string;
  workspaceId: string;
  key: string;
  name: string;
  description: string | null;
  /** Whether contacts without a choice receive email about the topic. */
  defaultSubscribed: boolean;
  createdAt: string;
  updatedAt: string | null;
}

/**
 * The choice of an address about a topic. The choice applies only while the topic has the id in this record. A topic
 * can therefore be deleted in one write, regardless of the number of choices. If the topic is created again under the
 * same key, the new topic has another id, and its default applies to every address. A choice about a deleted topic is
 * ignored, and the next choice under the key replaces it.
 */
export interface Preference {
  topicId: string;
  topicKey: string;
  subscribed: boolean;
}
