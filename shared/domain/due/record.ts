/** What is done when a record falls due. */
export type DueJob = 'sendEmail' | 'expireApproval';

/** What a record carries while something is due on it: it is then found through the index `byDue`. */
export interface Due {
  dueKey: string;
  /** ISO 8601; moved ahead while somebody is at it. */
  dueAt: string;
  dueJob: DueJob;
}

/** One piece of due work, as a queue message. */
export interface DueWork {
  job: DueJob;
  workspaceId: string;
  id: string;
}
