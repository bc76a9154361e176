import type { Need } from '../../shared/needs';

/** Everything that happens later, or without a client. */
export interface Job {
  summary: string;
  trigger: Trigger;
  needs: readonly Need[];
  timeoutSeconds: number;
  memoryMb?: number;
}

export type Trigger =
  /**
   * A queue with a dead-letter queue. `from` names what feeds it: SES's events, the mail that it receives, or one of
   * the queues of the due machinery, where `sweepMinutes` puts an alarm of its own in beside those that were set.
   */
  | {
      kind: 'queue';
      from: 'email-events' | 'inbound' | 'alarms' | 'due-work';
      batchSize: number;
      triesMax: number;
      concurrencyMax?: number;
      sweepMinutes?: number;
    }
  | { kind: 'every'; minutes: number }
  /** Only who may invoke the function in the AWS account. */
  | { kind: 'operator' };

export const jobs = {
  recordEmailEvents: {
    summary: 'Records what SES reports about sent mail: timeline, status, suppressions',
    trigger: { kind: 'queue', from: 'email-events', batchSize: 10, triesMax: 5 },
    needs: ['table:GetItem', 'table:PutItem', 'table:UpdateItem'],
    timeoutSeconds: 30,
  },
  receiveMail: {
    summary:
      'Reads a mail that arrived, finds its conversation, and records it for the workspaces that it is for',
    // One at a time: a mail of 40 MB takes the memory that there is.
    trigger: { kind: 'queue', from: 'inbound', batchSize: 1, triesMax: 5 },
    needs: [
      'inbound:GetObject',
      'content:PutObject',
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
    ],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  drainDueWork: {
    summary: 'Finds what is due when an alarm rings, and hands it out at the pace that the account may send',
    trigger: {
      kind: 'queue',
      from: 'alarms',
      batchSize: 10,
      triesMax: 5,
      concurrencyMax: 2,
      sweepMinutes: 5,
    },
    needs: ['index:byDue', 'table:UpdateItem', 'queue:due-work', 'account:GetAccount'],
    timeoutSeconds: 60,
  },
  doDueWork: {
    summary: 'Sends a scheduled email, lets a draft expire: one thing that was due',
    trigger: { kind: 'queue', from: 'due-work', batchSize: 1, triesMax: 5, concurrencyMax: 10 },
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:UpdateItem',
      'content:GetObject',
      'mail:SendEmail',
      'mail:SendRawEmail',
      'table:Query',
      'environment:public-url',
    ],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  monitorDomains: {
    summary: 'Looks at the DNS and the provider verdict of the domains that are due',
    trigger: { kind: 'every', minutes: 1 },
    needs: [
      'index:byDue',
      'table:UpdateItem',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityMailFromAttributes',
      'identity:PutConfigurationSetTrackingOptions',
    ],
    timeoutSeconds: 60,
  },
  administer: {
    summary: 'What the operator may do: workspaces, their keys and settings, domains',
    trigger: { kind: 'operator' },
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'environment:events-topic',
      'identity:CreateConfigurationSet',
      'identity:CreateConfigurationSetEventDestination',
      'identity:CreateEmailIdentity',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityMailFromAttributes',
      'identity:PutConfigurationSetTrackingOptions',
    ],
    timeoutSeconds: 60,
  },
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;
