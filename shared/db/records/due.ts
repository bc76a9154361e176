/** What a record carries while something is due on it: it is then found through the index `byDue`. */
export interface DueFields {
  dueKey: string;
  /** ISO 8601; moved ahead while somebody is at it. */
  dueAt: string;
  dueJob: DueJob;
}

/** What can fall due: platform/scheduler/due-jobs.ts says who does it. */
export type DueJob =
  | 'sendEmail'
  | 'expireApproval'
  | 'emptyAudience'
  | 'resumeAutomation'
  | 'clearAutomation'
  | 'clearCampaign'
  | 'clearWorkspace'
  | 'expireMail'
  | 'runCampaign'
  | 'sendSlice'
  | 'startAutomations'
  | 'sendStep'
  | 'attemptWebhook';
