/** Work for many contacts or records that continues after the response, as a queue message. */
export type BackgroundJob =
  /** Withdraws scheduled and held email to the addresses. */
  | { job: 'cancelScheduledMail'; workspaceId: string; addresses: readonly string[] }
  /** Copies the topic choices of the addresses to their contacts. */
  | { job: 'syncTopicChoices'; workspaceId: string; topicKey: string; addresses: readonly string[] }
  /** Ends the enrollments of the addresses. */
  | { job: 'endEnrollments'; workspaceId: string; addresses: readonly string[]; exit: EnrollmentExit }
  /** Removes all contacts from a deleted audience. */
  | { job: 'emptyAudience'; workspaceId: string; id: string }
  /** Starts the automations that are recorded on the contacts as triggered. */
  | { job: 'startAutomations'; workspaceId: string; ids: readonly string[] }
  /** Makes the steps due that waited while the automation was paused. */
  | { job: 'resumeAutomation'; workspaceId: string; id: string }
  /** Deletes what is left of a deleted automation. */
  | { job: 'clearAutomation'; workspaceId: string; id: string }
  /** Deletes what is left of a deleted campaign. */
  | { job: 'clearCampaign'; workspaceId: string; id: string }
  /** Deletes what is left of a deleted workspace. */
  | { job: 'clearWorkspace'; workspaceId: string; id: string }
  /** Deletes mail that is older than the workspace's retention period. */
  | { job: 'expireMail'; workspaceId: string; id: string };

/** Why the enrollments end, and when the cause occurred. */
export type EnrollmentExit =
  | { reason: 'unsubscribed' | 'suppressed'; at: string }
  | { reason: 'unsubscribed_from_topic'; at: string; topicKey: string };
