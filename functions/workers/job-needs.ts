import type { Need } from '../../shared/core/needs';

/** Reading and writing whatever the table has. */
export const tableNeeds: readonly Need[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:Query',
  'table:PutItem',
  'table:UpdateItem',
  'table:DeleteItem',
  'table:BatchWriteItem',
];

/** Owing deliveries to endpoints, and having them attempted. */
export const publishWebhookNeeds: Need[] = [
  'table:Query',
  'table:PutItem',
  'webhook-payloads:PutObject',
  'queue:webhooks',
];

/** Recording what is reported of a mail, by the provider or of its readers. */
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

/** What is left of a deleted workspace: records, contents, identities, who signed in to no other. */
export const clearWorkspaceNeeds: Need[] = [
  'table:Scan',
  'content:ListBucket',
  'content:DeleteObject',
  'inbound:DeleteObject',
  'identity:GetEmailIdentity',
  'identity:DeleteEmailIdentity',
  'identity:GetConfigurationSet',
  'identity:DeleteConfigurationSet',
  'users:AdminDeleteUser',
];
