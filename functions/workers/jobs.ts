import { keysOf } from '../../shared/core/keys-of';
import type { Need, QueueName } from '../../shared/core/needs';
import {
  administrationNeeds,
  attemptWebhookNeeds,
  clearWorkspaceNeeds,
  monitorDomainsNeeds,
  recordReportNeeds,
  receiveMailNeeds,
  tableNeeds,
} from './job-needs';

/** A function that runs without an API request. */
export interface Job {
  summary: string;
  trigger: Trigger;
  needs: readonly Need[];
  timeoutSeconds: number;
  memoryMb?: number;
}

export type Trigger =
  /**
   * A queue with a dead-letter queue. `from` names the source of the queue: SES events, mail that SES receives, or
   * other functions. `sweepMinutes` adds a wakeup at a fixed interval.
   */
  | {
      kind: 'queue';
      from: 'email-events' | 'inbound' | QueueName;
      batchSize: number;
      /** How long Lambda collects messages for a batch. By default, a batch contains what is there. */
      batchWindowSeconds?: number;
      triesMax: number;
      /**
       * The maximum number of concurrent executions. The maximum is lower in an account with few executions
       * (lib/parts/concurrency.ts).
       */
      concurrencyMax: number;
      /**
       * The number of recipients per second that one execution submits to SES. A high send rate allows more than
       * `concurrencyMax` executions.
       */
      recipientsPerSecond?: number;
      sweepMinutes?: number;
    }
  | { kind: 'every'; minutes: number }
  /** The operator invokes the function with AWS credentials. No queue or schedule triggers it. */
  | { kind: 'operator' };

export const jobs = {
  recordEmailEvents: {
    summary:
      'Records SES events of sent emails (timeline, status, suppressions) and publishes webhook events',
    // Without a window, most batches have one or two events, and each batch has fixed costs. An event, and its webhook,
    // is recorded at most a second later.
    trigger: {
      kind: 'queue',
      from: 'email-events',
      batchSize: 10,
      batchWindowSeconds: 1,
      triesMax: 5,
      concurrencyMax: 50,
    },
    needs: recordReportNeeds,
    timeoutSeconds: 30,
  },
  classifyEngagement: {
    summary:
      'Classifies opens and clicks by cause (a recipient or a scanner), and records those of recipients',
    trigger: { kind: 'queue', from: 'engagement', batchSize: 10, triesMax: 5, concurrencyMax: 20 },
    needs: recordReportNeeds,
    timeoutSeconds: 30,
  },
  deliverWebhook: {
    summary: 'Attempts to deliver an event to a webhook endpoint, unless the endpoint is slow',
    // One message per invocation, so that a hanging endpoint does not delay other deliveries.
    trigger: { kind: 'queue', from: 'webhooks', batchSize: 1, triesMax: 5, concurrencyMax: 50 },
    needs: [...attemptWebhookNeeds, 'queue:slow-webhooks'],
    timeoutSeconds: 20,
  },
  deliverSlowWebhook: {
    summary: 'Attempts to deliver an event to a webhook endpoint that is slow or whose host gets many events',
    trigger: { kind: 'queue', from: 'slow-webhooks', batchSize: 1, triesMax: 5, concurrencyMax: 20 },
    needs: attemptWebhookNeeds,
    timeoutSeconds: 20,
  },
  sequenceEvents: {
    summary: 'Adds events to feeds and to the list of received mail, and thereby decides their order',
    // The more events a batch contains, the less an event costs. Concurrent executions that add to the same feed repeat
    // the write of a batch.
    trigger: {
      kind: 'queue',
      from: 'feeds',
      batchSize: 100,
      batchWindowSeconds: 1,
      triesMax: 5,
      concurrencyMax: 2,
    },
    needs: ['table:GetItem', 'table:Query', 'table:PutItem', 'table:UpdateItem'],
    timeoutSeconds: 30,
  },
  receiveMail: {
    summary:
      'Parses a received message, assigns it to a conversation and records it in each receiving workspace',
    // One message per invocation, because a single email of 40 MB can need all of the function's memory.
    trigger: { kind: 'queue', from: 'inbound', batchSize: 1, triesMax: 5, concurrencyMax: 20 },
    needs: receiveMailNeeds,
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  drainDueWork: {
    summary: 'Finds due work after a wakeup, and dispatches it at the send rate of the account',
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
    summary: 'Runs one due job: sends a scheduled email, expires a draft or resumes a webhook endpoint',
    // A message can arrive up to a second early, and the function then waits, so an execution takes about a second per
    // email.
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
      'queue:background-jobs',
      'queue:webhooks',
      'queue:wakeups',
      'wakeups:CreateSchedule',
    ],
    timeoutSeconds: 60,
    memoryMb: 1024,
  },
  sendSteps: {
    summary: 'Sends due steps of automations',
    // Each execution sends ten steps concurrently. A step takes half a second.
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
    summary: 'Starts, resumes and ends campaigns, stores their recipients and decides their A/B tests',
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
    // A run stores 100,000 recipients in half a minute, and 500,000 recipients before its timeout.
    timeoutSeconds: 300,
    memoryMb: 1769,
  },
  sendSlices: {
    summary: 'Sends campaigns in slices of a hundred recipients',
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
      'Applies changes to many contacts, resumes automations, and deletes expired data and the data of deleted resources',
    // Two concurrent executions at most, because the import that queued the job may still be writing to the same table.
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
    summary: 'Checks DNS and the SES status of the domains that are due for a check',
    trigger: { kind: 'every', minutes: 1 },
    needs: monitorDomainsNeeds,
    // A run starts checks for 50 seconds, and the last check may take longer.
    timeoutSeconds: 90,
  },
  administer: {
    summary: 'Runs operator actions on workspaces, their keys and settings, domains and users',
    trigger: { kind: 'operator' },
    needs: [
      ...administrationNeeds,
      'queue:background-jobs',
      'queue:wakeups',
      'environment:domains',
      'environment:public-url',
      'identity:CreateConfigurationSet',
      'identity:CreateEmailIdentity',
      'identity:TagResource',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityFeedbackAttributes',
      'identity:PutEmailIdentityMailFromAttributes',
      'identity:PutConfigurationSetTrackingOptions',
      'identity:CreateConfigurationSetEventDestination',
      'identity:UpdateConfigurationSetEventDestination',
      'identity:DeleteConfigurationSetEventDestination',
    ],
    timeoutSeconds: 60,
  },
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

export const jobEntries = keysOf(jobs).map((name): [name: JobName, job: Job] => [name, jobs[name]]);
