import { emailStatuses } from '../../../shared/db/records/emails';
import { address, cursor, pageSize } from '../../../shared/http/parameters';
import { megabyte, type Route } from '../../../shared/http/route';
import type { ErrorType } from '../../../shared/core/errors';
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

/** The needs of a send: immediate, scheduled or released by an approval. */
export const sendNeeds: readonly Need[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:PutItem',
  'table:UpdateItem',
  'table:DeleteItem',
  'table:BatchWriteItem',
  'content:PutObject',
  'mail:SendEmail',
  'mail:SendRawEmail',
  'queue:wakeups',
  'wakeups:CreateSchedule',
  'environment:public-url',
  'environment:approval-expiry',
];

/** The refusals of a send. */
export const sendRefusals: readonly ErrorType[] = [
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
];

export const emailRoutes = {
  sendEmail: {
    method: 'POST',
    path: '/v1/emails',
    summary: 'Send an email',
    description:
      'Sends an email now or at `scheduled_at`. The 202 response contains the outcome: `sent`, ' +
      '`scheduled`, `pending_approval` if the key requires approval, or `rejected` with `skipped` and a ' +
      '`reason` if no recipient in `to` may be mailed. These outcomes are not errors, so do not send the ' +
      'email again. Send `html`, `text` or a `template`. `to`, `cc` and `bcc` together contain at most 50 ' +
      'addresses. A marketing email goes to one address and gets an unsubscribe link and the postal ' +
      'address of the workspace. The service refuses undocumented fields. The log and webhooks report ' +
      'whether the email was delivered.',
    scope: 'emails:send',
    inboxAccess: 'own',
    bodyMax: 15 * megabyte,
    body: SendRequestSchema,
    // The recipient limit is checked before the body is validated.
    hasDeferredBody: true,
    needs: sendNeeds,
    responses: { 202: SendResponseSchema },
    refuses: sendRefusals,
    memoryMb: 1024,
  },
  sendBatch: {
    method: 'POST',
    path: '/v1/emails/batch',
    summary: 'Send up to 100 emails in one request',
    description:
      'Sends each entry independently, with the same checks as a single send. `data` has one row per ' +
      'entry, in the same order. The status is 202 if all entries succeed, and 207 if any entry fails. If ' +
      'an entry is not a valid send request, the whole batch fails with 422, and `details` contains the ' +
      'index of the entry. To retry, send only the failed entries, in a new batch with a new ' +
      '`Idempotency-Key`.',
    scope: 'emails:send',
    inboxAccess: 'own',
    bodyMax: 25 * megabyte,
    body: BatchRequestSchema,
    // The handler validates each entry separately.
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
      'Returns all emails of the workspace, including held, scheduled, rejected and failed ones. ' +
      '`status` may be given once.',
    scope: 'emails:read',
    inboxAccess: 'filtered',
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
    summary: 'Get daily email metrics',
    description:
      'Returns totals and a daily series without gaps, in UTC days. `sent` counts recipients. The other counters count reports of SES. Rates are fractions from 0 to 1, and `bounce_rate` includes only permanent bounces. Opens and clicks exclude detected scanners and are recorded only for domains with active tracking. Metrics can lag by a minute.',
    scope: 'emails:read',
    query: { days: { kind: 'days', fallback: 30, max: 365 } },
    needs: ['table:Query'],
    responses: { 200: EmailMetricsSchema },
  },
  getEmail: {
    method: 'GET',
    path: '/v1/emails/{id}',
    summary: 'Get an email and its events',
    description:
      'Returns an email with its `events`, oldest first. The events show whether the email was delivered, ' +
      'or why the email bounced. SES reports events for each recipient and can repeat them, so do not ' +
      'count events to count emails. `id` is the ID that the send returned, not the ID that SES assigned.',
    scope: 'emails:read',
    inboxAccess: 'own',
    needs: ['table:GetItem', 'table:Query'],
    responses: { 200: EmailWithEventsSchema },
    refuses: ['not_found'],
  },
  getEmailContent: {
    method: 'GET',
    path: '/v1/emails/{id}/content',
    summary: 'Get the content of an email',
    description:
      'Returns the text and the HTML, with template placeholders filled in. `text` and `html` are null if ' +
      'the email has no such body or the service no longer stores the content. A response can contain ' +
      'about 5 MB. If the text and the HTML together are larger, `html` is null. If the text alone is ' +
      'larger, both fields are null.',
    scope: 'threads:read',
    inboxAccess: 'own',
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
      'Cancels an email. After a successful response, the email is not sent. You can cancel only `scheduled` emails. To withdraw a draft that waits for approval, reject the approval.',
    scope: 'emails:send',
    inboxAccess: 'own',
    needs: ['table:GetItem', 'table:UpdateItem', 'queue:background-jobs'],
    responses: { 200: CanceledEmailSchema },
    refuses: ['not_found', 'invalid_state'],
  },
} satisfies Record<string, Route>;
