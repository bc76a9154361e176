/** A queue message for work on many contacts or records that continues after the response. */
export type BackgroundJob =
  /** Removes the addresses from scheduled and held email. */
  | { job: 'cancelScheduledMail'; workspaceId: string; addresses: readonly string[] }
  /** Copies the topic choices of the addresses to their contacts. */
  | { job: 'syncTopicChoices'; workspaceId: string; topicKey: string; addresses: readonly string[] }
  /** Ends the enrollments of the addresses. */
  | { job: 'endEnrollments'; workspaceId: string; addresses: readonly string[]; exit: EnrollmentExit }
  /** Removes all contacts from a deleted audience. */
  | { job: 'emptyAudience'; workspaceId: string; id: string }
  /** Starts the automations that the contacts have triggered. */
  | { job: 'startAutomations'; workspaceId: string; ids: readonly string[] }
  /** Reschedules the steps that waited while the automation was paused. */
  | { job: 'resumeAutomation'; workspaceId: string; id: string }
  /** Deletes the remaining records of a deleted automation. */
  | { job: 'clearAutomation'; workspaceId: string; id: string }
  /** Deletes the remaining records of a deleted campaign. */
  | { job: 'clearCampaign'; workspaceId: string; id: string }
  /** Deletes the remaining records of a deleted workspace. */
  | { job: 'clearWorkspace'; workspaceId: string; id: string }
  /** Deletes email that is older than the workspace's retention period. */
  | { job: 'expireMail'; workspaceId: string; id: string }
  /** Deletes unused objects from the content bucket. */
  | { job: 'deleteContent'; workspaceId: string; id: string };

/** Why the enrollments end, and when the cause occurred. */
export type EnrollmentExit =
  | { reason: 'unsubscribed' | 'suppressed'; at: string }
  | { reason: 'unsubscribed_from_topic'; at: string; topicKey: string };
