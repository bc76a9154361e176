/**
 * A permission that a function needs. lib/parts/needs.ts turns it into IAM actions and environment variables. Every
 * function may also write to its log and read from the queue that triggers it.
 */
export type Need =
  /** `table:` excludes writes of credentials, users and sessions. */
  | `table:${'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'BatchWriteItem' | 'Scan'}`
  /** Only the records of API keys and users (shared/core/credential-partitions.ts). */
  | `credentials:${'PutItem' | 'UpdateItem' | 'DeleteItem' | 'BatchWriteItem'}`
  /** Only the sessions of signed-in users. */
  | `sessions:${'PutItem' | 'DeleteItem'}`
  /** Only the records of the request pipeline: credentials, request counts, last uses and Idempotency-Keys. */
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
  | 'environment:domains'
  | 'environment:public-url'
  | 'environment:approval-expiry'
  | 'environment:identity-rate'
  | 'environment:host-rate'
  | 'environment:wait-slots'
  | 'environment:oauth'
  | 'environment:sign-in';

/** The queues that functions send messages to. */
export type QueueName =
  | 'wakeups'
  | 'due-work'
  | 'steps'
  | 'campaigns'
  | 'slices'
  | 'background-jobs'
  | 'engagement'
  | 'webhooks'
  | 'slow-webhooks'
  | 'feeds';

/** The environment variable with the queue's URL. */
export const queueUrlVariable = (queue: QueueName): string =>
  `${queue.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;

export type IndexName = 'byStatus' | 'byDue' | 'byTime' | 'byWaiting';

/**
 * The tag of all SES resources that this service created. Its value is the stage. The service does not change or delete
 * resources without this tag.
 */
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
  | 'UpdateConfigurationSetEventDestination'
  | 'DeleteConfigurationSetEventDestination'
  | 'PutConfigurationSetTrackingOptions'
  | 'GetConfigurationSet'
  | 'TagResource';
