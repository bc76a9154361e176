import { keysOf } from '../../shared/core/keys-of';
import type { Need, QueueName } from '../../shared/core/needs';
import {
  attemptWebhookNeeds,
  clearWorkspaceNeeds,
  recordReportNeeds,
  publishWebhookNeeds,
  tableNeeds,
} from './job-needs';

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
   * A queue with a dead-letter queue. `from` names what feeds it: SES's events, the mail that it receives, or other
   * functions; `sweepMinutes` puts an alarm in beside those that were set.
   */
  | {
      kind: 'queue';
      from: 'email-events' | 'inbound' | QueueName;
      batchSize: number;
      triesMax: number;
      /** Its most executions at the same time; fewer where the account has few (lib/parts/concurrency.ts). */
      concurrencyMax: number;
      /** How many recipients one execution hands over to SES: where the account may send more than all of them, they may be more. */
      recipientsPerSecond?: number;
      sweepMinutes?: number;
    }
  | { kind: 'every'; minutes: number }
  /** Only who may invoke the function in the AWS account. */
  | { kind: 'operator' };

export const jobs = {
  recordEmailEvents: {
    summary: 'Records what SES reports about sent mail: timeline, status, suppressions; tells webhooks',
    trigger: { kind: 'queue', from: 'email-events', batchSize: 10, triesMax: 5, concurrencyMax: 50 },
    needs: recordReportNeeds,
    timeoutSeconds: 30,
  },
  classifyEngagement: {
    summary: 'Tells readers of an email from scanners, and records what readers did',
    trigger: { kind: 'queue', from: 'engagement', batchSize: 10, triesMax: 5, concurrencyMax: 20 },
    needs: recordReportNeeds,
    timeoutSeconds: 30,
  },
  deliverWebhook: {
    summary: 'Attempts to deliver an event to a webhook endpoint, unless it keeps others waiting',
    // One at a time: an endpoint that hangs holds up nobody but the function that waits for it.
    trigger: { kind: 'queue', from: 'webhooks', batchSize: 1, triesMax: 5, concurrencyMax: 50 },
    needs: [...attemptWebhookNeeds, 'queue:slow-webhooks'],
    timeoutSeconds: 20,
  },
  deliverSlowWebhook: {
    summary:
      'Attempts to deliver an event to a webhook endpoint that is slow to answer, or whose host is told of much',
    trigger: { kind: 'queue', from: 'slow-webhooks', batchSize: 1, triesMax: 5, concurrencyMax: 20 },
    needs: attemptWebhookNeeds,
    timeoutSeconds: 20,
  },
  receiveMail: {
    summary: 'Reads a mail that arrived, finds its conversation, records it for whom it is for',
    // One at a time: a mail of 40 MB takes the memory that there is.
    trigger: { kind: 'queue', from: 'inbound', batchSize: 1, triesMax: 5, concurrencyMax: 20 },
    needs: [
      'inbound:GetObject',
      'content:PutObject',
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      ...publishWebhookNeeds,
    ],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  drainDueWork: {
    summary: 'Finds what is due when an alarm rings, and hands it out at the pace that the account may send',
    trigger: {
      kind: 'queue',
      from: 'wakeups',
      batchSize: 10,
      triesMax: 5,
      concurrencyMax: 2,
      sweepMinutes: 5,
    },
    needs: [
      'index:byDue',
      'table:UpdateItem',
      'queue:due-work',
      'queue:steps',
      'queue:campaigns',
      'queue:slices',
      'queue:background-jobs',
      'queue:webhooks',
      'queue:wakeups',
      'account:GetAccount',
    ],
    timeoutSeconds: 60,
  },
  runDueWork: {
    summary: 'Sends a scheduled email, lets a draft expire, resumes a webhook: one thing that was due',
    // A message comes up to a second too early, and the work waits for it: a mail takes a second or so.
    trigger: {
      kind: 'queue',
      from: 'due-work',
      batchSize: 1,
      triesMax: 5,
      concurrencyMax: 10,
      recipientsPerSecond: 1,
    },
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:UpdateItem',
      'content:GetObject',
      'mail:SendEmail',
      'mail:SendRawEmail',
      'environment:public-url',
      'index:byWaiting',
      'queue:webhooks',
      'queue:wakeups',
      'wakeups:CreateSchedule',
    ],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  sendSteps: {
    summary: 'Sends the steps of automations that are due',
    // Ten at once, half a second each.
    trigger: {
      kind: 'queue',
      from: 'steps',
      batchSize: 10,
      triesMax: 5,
      concurrencyMax: 20,
      recipientsPerSecond: 20,
    },
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:UpdateItem',
      'table:DeleteItem',
      'table:BatchWriteItem',
      'content:PutObject',
      'mail:SendEmail',
      'mail:SendRawEmail',
      'environment:public-url',
      'queue:wakeups',
      'wakeups:CreateSchedule',
    ],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  runCampaigns: {
    summary: 'Starts campaigns, freezes whom they are for, decides their tests, resumes and ends them',
    trigger: { kind: 'queue', from: 'campaigns', batchSize: 1, triesMax: 5, concurrencyMax: 5 },
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:UpdateItem',
      'table:BatchWriteItem',
      'queue:campaigns',
      'queue:wakeups',
      'wakeups:CreateSchedule',
      'account:GetAccount',
    ],
    // A hundred thousand people are written down in half a minute; of a million, one run writes half.
    timeoutSeconds: 300,
    memoryMb: 1769,
  },
  sendSlices: {
    summary: 'Mails the recipients of campaigns whose turn it is, a hundred in one go',
    trigger: {
      kind: 'queue',
      from: 'slices',
      batchSize: 1,
      triesMax: 5,
      concurrencyMax: 20,
      recipientsPerSecond: 40,
    },
    needs: [
      ...tableNeeds,
      'content:GetObject',
      'mail:SendEmail',
      'mail:SendRawEmail',
      'environment:public-url',
      'queue:campaigns',
      'queue:wakeups',
      'account:GetAccount',
    ],
    timeoutSeconds: 120,
    memoryMb: 1769,
  },
  runBackgroundJob: {
    summary:
      'Does what follows for many people, goes on with automations, clears what was deleted and what expired',
    // Two: the import that asked for it is still being answered, and needs the same table.
    trigger: { kind: 'queue', from: 'background-jobs', batchSize: 1, triesMax: 5, concurrencyMax: 2 },
    needs: [
      ...tableNeeds,
      'index:byTime',
      'index:byWaiting',
      'queue:background-jobs',
      'queue:wakeups',
      'wakeups:CreateSchedule',
      ...clearWorkspaceNeeds,
    ],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  monitorDomains: {
    summary: 'Looks at the DNS and the provider verdict of the domains that are due',
    trigger: { kind: 'every', minutes: 1 },
    needs: [
      'index:byDue',
      'table:Query',
      'table:UpdateItem',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityMailFromAttributes',
      'identity:PutConfigurationSetTrackingOptions',
      'identity:CreateConfigurationSetEventDestination',
      'identity:DeleteConfigurationSetEventDestination',
      'environment:events-topic',
      'environment:identity-rate',
    ],
    // A run begins checks for 50 s, and the last of them may take a while.
    timeoutSeconds: 90,
  },
  administer: {
    summary: 'What the operator may do: workspaces, their keys and settings, domains, who signs in',
    trigger: { kind: 'operator' },
    needs: [
      ...tableNeeds,
      'queue:background-jobs',
      'queue:wakeups',
      'users:AdminCreateUser',
      'users:AdminGetUser',
      'users:AdminDeleteUser',
      'environment:events-topic',
      'environment:public-url',
      'identity:CreateConfigurationSet',
      'identity:CreateEmailIdentity',
      'identity:TagResource',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityFeedbackAttributes',
      'identity:PutEmailIdentityMailFromAttributes',
      'identity:PutConfigurationSetTrackingOptions',
      'identity:CreateConfigurationSetEventDestination',
      'identity:DeleteConfigurationSetEventDestination',
    ],
    timeoutSeconds: 60,
  },
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

export const jobEntries = keysOf(jobs).map((name): [name: JobName, job: Job] => [name, jobs[name]]);
