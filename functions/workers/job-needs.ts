import type { Need } from '../../shared/core/needs';

/** The needs of a function that reads and writes the table in all ways except scans. */
export const tableNeeds: readonly Need[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:Query',
  'table:PutItem',
  'table:UpdateItem',
  'table:DeleteItem',
  'table:BatchWriteItem',
];

/** The needs of the operator's actions on workspaces, API keys and users. */
export const administrationNeeds: readonly Need[] = [
  ...tableNeeds,
  'credentials:PutItem',
  'credentials:UpdateItem',
  'credentials:DeleteItem',
  'credentials:BatchWriteItem',
  'users:AdminCreateUser',
  'users:AdminGetUser',
  'users:AdminDeleteUser',
];

/** The needs of creating webhook deliveries, and of queuing their attempts and the events of feeds. */
export const publishWebhookNeeds: Need[] = [
  'table:Query',
  'table:PutItem',
  'webhook-payloads:PutObject',
  'queue:webhooks',
  'queue:feeds',
];

/** The needs of storing a received email, and of deleting what was stored for a further copy of the email. */
export const receiveMailNeeds: Need[] = [
  'inbound:GetObject',
  'content:GetObject',
  'content:PutObject',
  'content:DeleteObject',
  'table:GetItem',
  'table:BatchGetItem',
  'table:Query',
  'table:PutItem',
  'table:UpdateItem',
  'table:DeleteItem',
  'table:BatchWriteItem',
  ...publishWebhookNeeds,
];

/** The needs of recording the events that SES reports about an email, including opens and clicks. */
export const recordReportNeeds: Need[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:PutItem',
  'table:UpdateItem',
  'queue:engagement',
  ...publishWebhookNeeds,
];

export const attemptWebhookNeeds: Need[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:UpdateItem',
  'webhook-payloads:GetObject',
  'webhook-secrets:Decrypt',
  'environment:host-rate',
  'queue:webhooks',
  'queue:wakeups',
  'wakeups:CreateSchedule',
];

/**
 * The needs of deleting the data of a workspace: records, contents, SES identities, and users who belong to no other
 * workspace.
 */
export const clearWorkspaceNeeds: Need[] = [
  'table:Scan',
  'credentials:DeleteItem',
  'credentials:BatchWriteItem',
  'content:ListBucket',
  'content:DeleteObject',
  'inbound:DeleteObject',
  'identity:GetEmailIdentity',
  'identity:DeleteEmailIdentity',
  'identity:GetConfigurationSet',
  'identity:DeleteConfigurationSet',
  'users:AdminDeleteUser',
];

/** The needs of checking domains that are due, and of repairing their resources in SES. */
export const monitorDomainsNeeds: Need[] = [
  'index:byDue',
  'table:Query',
  'table:UpdateItem',
  'identity:GetEmailIdentity',
  'identity:PutEmailIdentityMailFromAttributes',
  'identity:PutConfigurationSetTrackingOptions',
  'identity:CreateConfigurationSetEventDestination',
  'identity:UpdateConfigurationSetEventDestination',
  'identity:DeleteConfigurationSetEventDestination',
  'environment:domains',
  'environment:identity-rate',
];
