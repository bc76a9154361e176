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
 * An address's choice for a topic. The choice applies only while the topic has this id. Deleting a topic is one write,
 * regardless of the number of choices. A topic that is created again under the same key has another id, so its default
 * applies to every address. A choice for a deleted topic is ignored, and the next choice for the key replaces it.
 */
export interface Preference {
  topicId: string;
  topicKey: string;
  subscribed: boolean;
}
