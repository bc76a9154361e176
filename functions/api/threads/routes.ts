import * as z from 'zod/mini';
import { ThreadSchema, ThreadWithMessagesSchema } from '../../../shared/domain/conversations/threads/present';
import type { Route } from '../../../shared/http/route';
import { listOf } from '../../../shared/http/schemas';

export const threadRoutes = {
  listThreads: {
    method: 'GET',
    path: '/v1/threads',
    summary: 'List conversations, the latest message first',
    scope: 'threads:read',
    query: z.object({
      awaiting_reply: z.optional(z.string()),
      limit: z.optional(z.string()),
      cursor: z.optional(z.string()),
    }),
    needs: ['index:byTime', 'index:byDue', 'table:Query'],
    answers: { 200: listOf(ThreadSchema) },
  },
  getThread: {
    method: 'GET',
    path: '/v1/threads/{id}',
    summary: 'Get a conversation and everything that was said in it',
    scope: 'threads:read',
    needs: ['table:Query', 'table:BatchGetItem', 'content:GetObject'],
    answers: { 200: ThreadWithMessagesSchema },
    memoryMb: 1024,
  },
  markThreadHandled: {
    method: 'POST',
    path: '/v1/threads/{id}/handled',
    summary: 'Say that a conversation needs no answer',
    scope: ['threads:read', 'emails:send'],
    needs: ['table:Query'],
    answers: { 200: ThreadSchema },
  },
} satisfies Record<string, Route>;
