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
  /** A queue of its own, with a dead-letter queue. `from` names the topic that feeds it. */
  | { kind: 'queue'; from: 'email-events'; batchSize: number; triesMax: number }
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
