import { cursor, flag, pageSize } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import { ThreadListSchema, ThreadSchema, ThreadWithMessagesSchema } from './shapes';

export const threadRoutes = {
  listThreads: {
    method: 'GET',
    path: '/v1/threads',
    summary: 'List conversations, the latest message first',
    scope: 'threads:read',
    query: { awaiting_reply: flag, limit: pageSize(50, 200), cursor: cursor('time') },
    needs: ['index:byTime', 'index:byWaiting', 'table:Query'],
    answers: { 200: ThreadListSchema },
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
    needs: ['table:UpdateItem', 'table:Query'],
    answers: { 200: ThreadSchema },
  },
} satisfies Record<string, Route>;
