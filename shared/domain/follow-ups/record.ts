/** What follows for many people, after somebody was answered: a queue message. */
export type FollowUp =
  /** They get nothing of what is scheduled or held. */
  | { job: 'withdrawFromPending'; workspaceId: string; addresses: readonly string[] }
  /** What they chose about the topic shows on their contacts. */
  | { job: 'showChoices'; workspaceId: string; topicKey: string; addresses: readonly string[] }
  /** Nobody is on a deleted audience any more. */
  | { job: 'emptyAudience'; workspaceId: string; id: string };
