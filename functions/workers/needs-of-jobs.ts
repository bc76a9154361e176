import type { Need } from '../../shared/core/needs';

/** Owing deliveries to endpoints, and having them attempted. */
export const tellingWebhooks: Need[] = [
  'table:Query',
  'table:PutItem',
  'webhook-payloads:PutObject',
  'queue:webhooks',
];

/** Recording what is reported of a mail, by the provider or of its readers. */
export const recordingReports: Need[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:PutItem',
  'table:UpdateItem',
  'queue:engagement',
  ...tellingWebhooks,
];

export const attemptingWebhooks: Need[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:UpdateItem',
  'webhook-payloads:GetObject',
  'webhook-secrets:Decrypt',
  'environment:host-pace',
  'queue:webhooks',
  'queue:alarms',
  'alarms:CreateSchedule',
];

/** What is left of a deleted workspace: records, contents, identities, who signed in to no other. */
export const clearingWorkspaces: Need[] = [
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
