import { decodeCursor, encodeCursor, isTimePosition } from '../../../shared/db/cursor';
import { latestThreads } from '../../../shared/domain/threads/list';
import { presentThread } from '../../../shared/domain/threads/present';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { firstOf, pageSize } from '../../../shared/http/paging';
import type { Query } from '../../../shared/http/request';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.listThreads, async ({ workspaceId }, { query }) => {
  const { threads, next } = await latestThreads(workspaceId, {
    awaitingReply: awaitingReplyOf(query),
    before: decodeCursor(firstOf(query, 'cursor'), isTimePosition),
    limit: pageSize(query, { fallback: 50, max: 200 }),
  });
  return ok(list(threads.map(presentThread), next && encodeCursor(next)));
});

/** Only the literal words filter (contract.md 4.2). */
function awaitingReplyOf(query: Query): boolean | undefined {
  const value = firstOf(query, 'awaiting_reply');
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
