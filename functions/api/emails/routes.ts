import { emailStatuses } from '../../../shared/domain/emails/record';
import { address, cursor, pageSize } from '../../../shared/http/parameters';
import { megabyte, type Route } from '../../../shared/http/route';
import type { Need } from '../../../shared/needs';
import {
  BatchRequestSchema,
  BatchResponseSchema,
  CanceledEmailSchema,
  EmailListSchema,
  EmailMetricsSchema,
  EmailWithEventsSchema,
  SendRequestSchema,
  SendResponseSchema,
} from './shapes';

/** What a send may need, whether it leaves now, later or after an approval. */
const sending: readonly Need[] = [
  'table:GetItem',
  'table:BatchGetItem',
  'table:PutItem',
  'table:UpdateItem',
  'table:BatchWriteItem',
  'content:PutObject',
  'mail:SendEmail',
  'mail:SendRawEmail',
  'queue:alarms',
  'alarms:CreateSchedule',
  'environment:public-url',
  'environment:approval-expiry',
];

export const emailRoutes = {
  sendEmail: {
    method: 'POST',
    path: '/v1/emails',
    summary: 'Send an email',
    scope: 'emails:send',
    bodyMax: 15 * megabyte,
    body: SendRequestSchema,
    // The recipients are counted before anything else is looked at.
    isBodyLate: true,
    needs: sending,
    answers: { 202: SendResponseSchema },
    memoryMb: 1024,
  },
  sendBatch: {
    method: 'POST',
    path: '/v1/emails/batch',
    summary: 'Send up to 100 emails, each on its own',
    scope: 'emails:send',
    bodyMax: 25 * megabyte,
    body: BatchRequestSchema,
    // Each entry is read by itself.
    isBodyLate: true,
    needs: sending,
    answers: { 202: BatchResponseSchema, 207: BatchResponseSchema },
    memoryMb: 2048,
  },
  listEmails: {
    method: 'GET',
    path: '/v1/emails',
    summary: 'List emails, newest first',
    scope: 'emails:read',
    query: {
      status: { kind: 'oneOf', values: emailStatuses, isOnce: true },
      to: address,
      limit: pageSize(50, 100),
      cursor: cursor('id'),
    },
    needs: ['table:Query', 'table:BatchGetItem', 'index:byStatus'],
    answers: { 200: EmailListSchema },
  },
  getEmailMetrics: {
    method: 'GET',
    path: '/v1/emails/metrics',
    summary: 'Get what became of the mail of the last days, day by day',
    scope: 'emails:read',
    query: { days: { kind: 'days', fallback: 30, max: 365 } },
    needs: ['table:Query'],
    answers: { 200: EmailMetricsSchema },
  },
  getEmail: {
    method: 'GET',
    path: '/v1/emails/{id}',
    summary: 'Get an email and what happened to it',
    scope: 'emails:read',
    needs: ['table:Query'],
    answers: { 200: EmailWithEventsSchema },
  },
  cancelEmail: {
    method: 'DELETE',
    path: '/v1/emails/{id}',
    summary: 'Cancel a scheduled email',
    scope: 'emails:send',
    needs: ['table:GetItem', 'table:UpdateItem'],
    answers: { 200: CanceledEmailSchema },
  },
} satisfies Record<string, Route>;
