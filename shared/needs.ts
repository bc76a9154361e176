/**
 * What a function may touch. lib/needs.ts turns each need into the one IAM action and the environment
 * that it stands for; there are no other permissions.
 */
export type Need =
  | `table:${'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'BatchWriteItem' | 'ConditionCheckItem'}`
  /** Writes of what the pipeline keeps of requests, and of nothing else: allowances, last uses, Idempotency-Keys. */
  | `requests:${'UpdateItem' | 'PutItem'}`
  | `index:${IndexName}`
  | `content:${'GetObject' | 'PutObject'}`
  | `webhook-payloads:${'GetObject' | 'PutObject'}`
  | `queue:${QueueName}`
  | `webhook-secrets:${'Encrypt' | 'Decrypt'}`
  | 'alarms:CreateSchedule'
  | `parked:${'GetObject'}`
  | `inbound:${'GetObject'}`
  | `mail:${'SendEmail' | 'SendRawEmail'}`
  | `identity:${IdentityAction}`
  | 'account:GetAccount'
  | 'environment:events-topic'
  | 'environment:public-url'
  | 'environment:approval-expiry'
  | 'environment:oauth';

/** The queues that functions fill. */
export type QueueName = 'alarms' | 'due-work' | 'engagement' | 'webhooks' | 'slow-webhooks';

/** Where a function finds the queue's address. */
export const queueUrlVariable = (queue: QueueName): string =>
  `${queue.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;

export type IndexName = 'byStatus' | 'byDue' | 'byTime' | 'byWaiting';

export type IdentityAction =
  | 'CreateEmailIdentity'
  | 'GetEmailIdentity'
  | 'DeleteEmailIdentity'
  | 'PutEmailIdentityMailFromAttributes'
  | 'PutEmailIdentityConfigurationSetAttributes'
  | 'CreateConfigurationSet'
  | 'DeleteConfigurationSet'
  | 'CreateConfigurationSetEventDestination'
  | 'DeleteConfigurationSetEventDestination'
  | 'PutConfigurationSetTrackingOptions';
