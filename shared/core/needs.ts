/**
 * What a function may touch. lib/parts/needs.ts turns each need into the IAM actions and the environment that
 * it stands for. Beside these a function may write its log, and read its queue if it has one.
 */
export type Need =
  | `table:${'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'BatchWriteItem' | 'Scan'}`
  /** What the pipeline reads and keeps of requests, and nothing else: who calls, allowances, last uses, Idempotency-Keys. */
  | `requests:${'GetItem' | 'UpdateItem' | 'PutItem'}`
  | `index:${IndexName}`
  | `content:${'GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket'}`
  | `webhook-payloads:${'GetObject' | 'PutObject'}`
  | `queue:${QueueName}`
  | `webhook-secrets:${'Encrypt' | 'Decrypt'}`
  | 'wakeups:CreateSchedule'
  | 'parked:GetObject'
  | `inbound:${'GetObject' | 'DeleteObject'}`
  | `mail:${'SendEmail' | 'SendRawEmail'}`
  | `identity:${IdentityAction}`
  | 'account:GetAccount'
  | `users:${'AdminCreateUser' | 'AdminGetUser' | 'AdminDeleteUser'}`
  | 'environment:events-topic'
  | 'environment:public-url'
  | 'environment:approval-expiry'
  | 'environment:identity-rate'
  | 'environment:host-rate'
  | 'environment:oauth'
  | 'environment:sign-in';

/** The queues that functions fill. */
export type QueueName =
  | 'wakeups'
  | 'due-work'
  | 'steps'
  | 'campaigns'
  | 'slices'
  | 'background-jobs'
  | 'engagement'
  | 'webhooks'
  | 'slow-webhooks';

/** Where a function finds the queue's address. */
export const queueUrlVariable = (queue: QueueName): string =>
  `${queue.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;

export type IndexName = 'byStatus' | 'byDue' | 'byTime' | 'byWaiting';

/** The tag of what the service made at SES; its value is the stage. What does not have it belongs to somebody else. */
export const serviceTagKey = 'carrier-nest';

export type IdentityAction =
  | 'CreateEmailIdentity'
  | 'GetEmailIdentity'
  | 'DeleteEmailIdentity'
  | 'PutEmailIdentityMailFromAttributes'
  | 'PutEmailIdentityFeedbackAttributes'
  | 'CreateConfigurationSet'
  | 'DeleteConfigurationSet'
  | 'CreateConfigurationSetEventDestination'
  | 'DeleteConfigurationSetEventDestination'
  | 'PutConfigurationSetTrackingOptions'
  | 'GetConfigurationSet'
  | 'TagResource';
