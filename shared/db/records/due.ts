/** The attributes of a record with scheduled work. The scheduler finds the record through the index `byDue`. */
export interface DueFields {
  dueKey: string;
  /**
   * The due time, in ISO 8601. After a dispatch, the scheduler postpones this time, so that lost work becomes due
   * again.
   */
  dueAt: string;
  dueJob: DueJob;
}

/** The kinds of scheduled work. platform/scheduler/due-jobs.ts assigns each kind to a queue. */
export type DueJob =
  | 'sendEmail'
  | 'expireApproval'
  | 'emptyAudience'
  | 'resumeAutomation'
  | 'clearAutomation'
  | 'clearCampaign'
  | 'clearWorkspace'
  | 'expireMail'
  | 'deleteContent'
  | 'runCampaign'
  | 'sendSlice'
  | 'startAutomations'
  | 'sendStep'
  | 'attemptWebhook';
