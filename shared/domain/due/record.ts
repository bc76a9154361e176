/** What is done when a record falls due. */
export type DueJob = 'sendEmail' | 'expireApproval' | 'attemptWebhook';

/** What a record carries while something is due on it: it is then found through the index `byDue`. */
export interface Due {
  dueKey: string;
  /** ISO 8601; moved ahead while somebody is at it. */
  dueAt: string;
  dueJob: DueJob;
}

/** What the worker of due work does. The attempts of webhooks have workers of their own. */
export const dueWorkJobs = ['sendEmail', 'expireApproval', 'resumeWebhook'] as const;

/** One piece of due work, as a queue message. */
export interface DueWork {
  job: (typeof dueWorkJobs)[number];
  workspaceId: string;
  id: string;
}
