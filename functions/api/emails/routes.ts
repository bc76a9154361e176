import * as z from 'zod/mini';
import {
  EmailSchema,
  EmailWithEventsSchema,
  SendResponseSchema,
} from '../../../shared/domain/emails/present';
import { emailStatuses } from '../../../shared/domain/emails/record';
import { SendRequestSchema } from '../../../shared/domain/emails/send-request';
import { listOf } from '../../../shared/http/schemas';
import { megabyte, type Route } from '../../../shared/http/route';

export const emailRoutes = {
  sendEmail: {
    method: 'POST',
    path: '/v1/emails',
    summary: 'Send an email',
    scope: 'emails:send',
    bodyMax: 15 * megabyte,
    body: SendRequestSchema,
    needs: [
      'table:BatchGetItem',
      'table:BatchWriteItem',
      'content:PutObject',
      'parked:GetObject',
      'mail:SendEmail',
      'mail:SendRawEmail',
    ],
    answers: { 202: SendResponseSchema },
    memoryMb: 1024,
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
  getEmail: {
    method: 'GET',
    path: '/v1/emails/{id}',
    summary: 'Get an email and what happened to it',
    scope: 'emails:read',
    needs: ['table:Query'],
    answers: { 200: EmailWithEventsSchema },
  },
} satisfies Record<string, Route>;
