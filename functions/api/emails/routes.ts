import { emailStatuses } from '../../../shared/db/records/emails';
import { address, cursor, pageSize } from '../../../shared/http/parameters';
import { megabyte, type Route } from '../../../shared/http/route';
import type { Need } from '../../../shared/core/needs';
import { EmailMetricsSchema } from './metrics-shape';
import {
  BatchRequestSchema,
  BatchResponseSchema,
  CanceledEmailSchema,
  EmailContentSchema,
  EmailListSchema,
  EmailWithEventsSchema,
  SendRequestSchema,
  SendResponseSchema,
} from './shapes';

/** What a send may need, whether it leaves now, later or after an approval. */
const sendNeeds: readonly Need[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:PutItem',
  'table:UpdateItem',
  'table:BatchWriteItem',
  'content:PutObject',
  'mail:SendEmail',
  'mail:SendRawEmail',
  'queue:wakeups',
  'wakeups:CreateSchedule',
  'environment:public-url',
  'environment:approval-expiry',
];

export const emailRoutes = {
  sendEmail: {
    method: 'POST',
    path: '/v1/emails',
    summary: 'Send an email',
    description:
      'Sends now, or at `scheduled_at`. 202 says what became of it: `sent`, `scheduled`, ' +
      '`pending_approval` where the key drafts for a person, or `rejected` with `skipped` and a ' +
      '`reason` where nobody of `to` may be mailed. The last two are no errors: do not send again. Give ' +
      '`html`, `text` or a `template`; `to`, `cc` and `bcc` name at most 50 addresses together. ' +
      'Marketing mail goes to one address and gets an unsubscribe link and the postal address of the ' +
      'workspace. Fields that are not described are refused. Whether the mail arrived is in the log and ' +
      'told to webhooks.',
    scope: 'emails:send',
    bodyMax: 15 * megabyte,
    body: SendRequestSchema,
    // The recipients are counted before anything else is looked at.
    hasDeferredBody: true,
    needs: sendNeeds,
    responses: { 202: SendResponseSchema },
    refuses: [
      'plan_limit_reached',
      'payment_method_required',
      'billing_past_due',
      'budget_exceeded',
      'recipient_not_allowed',
      'missing_variables',
      'unknown_topic',
      'invalid_schedule',
      'no_verified_identity',
      'no_postal_address',
      'warmup_limit',
      'workspace_suspended',
      'daily_limit',
      'provider_error',
    ],
    memoryMb: 1024,
  },
  sendBatch: {
    method: 'POST',
    path: '/v1/emails/batch',
    summary: 'Send up to 100 emails, each on its own',
    description:
      'Each entry is a send request and goes through the same checks as one that is sent alone. `data` ' +
      'has a row for each entry, in the same order. 202 when all succeeded; 207 when at least one ' +
      'failed, even if it is all of them. An entry that is no valid send request refuses the whole ' +
      'batch with 422, and `details` names it by its index. Send what failed again in a batch of its ' +
      'own, under a new `Idempotency-Key`.',
    scope: 'emails:send',
    bodyMax: 25 * megabyte,
    body: BatchRequestSchema,
    // Each entry is read by itself.
    hasDeferredBody: true,
    needs: [...sendNeeds, 'account:GetAccount'],
    responses: { 202: BatchResponseSchema, 207: BatchResponseSchema },
    memoryMb: 2048,
  },
  listEmails: {
    method: 'GET',
    path: '/v1/emails',
    summary: 'List emails, newest first',
    description:
      'The log: all mail of the workspace, also what is held, scheduled, rejected or failed. `status` ' +
      'may be given once.',
    scope: 'emails:read',
    query: {
      status: { kind: 'oneOf', values: emailStatuses, allowsSingleOnly: true },
      to: address,
      limit: pageSize(50, 100),
      cursor: cursor('id'),
    },
    needs: ['table:Query', 'table:BatchGetItem', 'index:byStatus'],
    responses: { 200: EmailListSchema },
  },
  getEmailMetrics: {
    method: 'GET',
    path: '/v1/emails/metrics',
    summary: 'Get what became of the mail of the last days, day by day',
    description:
      'Totals and a series without gaps, in days of UTC. `sent` counts recipients, the others count ' +
      'reports. Rates are fractions from 0 to 1, and `bounce_rate` is of bounces for good. Opens and ' +
      'clicks are those of people, as far as can be told, and only seen on domains whose tracking is ' +
      'active. It can lag a minute behind.',
    scope: 'emails:read',
    query: { days: { kind: 'days', fallback: 30, max: 365 } },
    needs: ['table:Query'],
    responses: { 200: EmailMetricsSchema },
  },
  getEmail: {
    method: 'GET',
    path: '/v1/emails/{id}',
    summary: 'Get an email and what happened to it',
    description:
      'The email with `events`, the oldest first: whether it was delivered, and why it bounced. Reports ' +
      'come for each recipient and can repeat, so do not count events to count mails. `id` is the one ' +
      "that the send answered, not the provider's.",
    scope: 'emails:read',
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: EmailWithEventsSchema },
    refuses: ['not_found'],
  },
  getEmailContent: {
    method: 'GET',
    path: '/v1/emails/{id}/content',
    summary: 'Get what an email said',
    description:
      'Its text and its HTML, of a template filled in; null where there is none or none is kept. An answer ' +
      'carries some 5 MB: where both are more, `html` is null, and where the text alone is, both are.',
    scope: 'threads:read',
    needs: ['table:GetItem', 'content:GetObject'],
    responses: { 200: EmailContentSchema },
    refuses: ['not_found'],
    memoryMb: 1024,
  },
  cancelEmail: {
    method: 'DELETE',
    path: '/v1/emails/{id}',
    summary: 'Cancel a scheduled email',
    description:
      'Once this is answered, the email does not leave. Only a `scheduled` one can be canceled: a draft ' +
      'that waits for a person is withdrawn by rejecting its approval.',
    scope: 'emails:send',
    needs: ['table:GetItem', 'table:UpdateItem'],
    responses: { 200: CanceledEmailSchema },
    refuses: ['not_found', 'invalid_state'],
  },
} satisfies Record<string, Route>;
