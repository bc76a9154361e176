import * as z from 'zod/mini';
import { BatchRequestSchema, BatchResponseSchema } from '../../../shared/domain/sending/batch-request';
import {
  EmailSchema,
  EmailWithEventsSchema,
  SendResponseSchema,
} from '../../../shared/domain/emails/present';
import { emailStatuses } from '../../../shared/domain/emails/record';
import { SendRequestSchema } from '../../../shared/domain/sending/send-request';
import { EmailMetricsSchema } from '../../../shared/domain/reports/metrics/present';
import { listOf } from '../../../shared/http/schemas';
import type { Need } from '../../../shared/needs';
import { megabyte, type Route } from '../../../shared/http/route';

/** What a send may need, whether it leaves now, later or after an approval. */
const sending: readonly Need[] = [
  'table:BatchGetItem',
  'table:BatchWriteItem',
  'content:PutObject',
  'parked:GetObject',
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
    needs: sending,
    answers: { 202: BatchResponseSchema, 207: BatchResponseSchema },
    memoryMb: 2048,
  },
  listEmails: {
    method: 'GET',
    path: '/v1/emails',
    summary: 'List emails, newest first',
    scope: 'emails:read',
    query: z.object({
      status: z.optional(z.enum(emailStatuses)),
      to: z.optional(z.string()),
      limit: z.optional(z.string()),
      cursor: z.optional(z.string()),
    }),
    needs: ['table:Query', 'table:BatchGetItem', 'index:byStatus'],
    answers: { 200: listOf(EmailSchema) },
  },
  getEmailMetrics: {
    method: 'GET',
    path: '/v1/emails/metrics',
    summary: 'Get what became of the mail of the last days, day by day',
    scope: 'emails:read',
    query: z.object({ days: z.optional(z.string()) }),
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
    needs: [],
    answers: { 200: z.object({ id: z.uuid(), status: z.literal('canceled') }) },
  },
} satisfies Record<string, Route>;
