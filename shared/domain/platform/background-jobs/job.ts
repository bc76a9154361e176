/** What follows for many people, after somebody was answered: a queue message. */
export type BackgroundJob =
  /** They get nothing of what is scheduled or held. */
  | { job: 'cancelScheduledMail'; workspaceId: string; addresses: readonly string[] }
  /** What they chose about the topic shows on their contacts. */
  | { job: 'syncTopicChoices'; workspaceId: string; topicKey: string; addresses: readonly string[] }
  /** They leave what they are in. */
  | { job: 'endEnrollments'; workspaceId: string; addresses: readonly string[]; exit: EnrollmentExit }
  /** Nobody is on a deleted audience any more. */
  | { job: 'emptyAudience'; workspaceId: string; id: string }
  /** Contacts begin the automations that they were marked for. */
  | { job: 'startAutomations'; workspaceId: string; ids: readonly string[] }
  /** Whose turn was held goes on. */
  | { job: 'resumeAutomation'; workspaceId: string; id: string }
  /** Nobody is in a deleted automation any more. */
  | { job: 'clearAutomation'; workspaceId: string; id: string }
  /** Nothing is left of a deleted campaign. */
  | { job: 'clearCampaign'; workspaceId: string; id: string }
  /** Nothing is left of a deleted workspace. */
  | { job: 'clearWorkspace'; workspaceId: string; id: string }
  /** Nothing is left of mail that is older than the workspace keeps it. */
  | { job: 'expireMail'; workspaceId: string; id: string };

/** Why they leave, and when that happened. */
export type EnrollmentExit =
  | { reason: 'unsubscribed' | 'suppressed'; at: string }
  | { reason: 'unsubscribed_from_topic'; at: string; topicKey: string };
