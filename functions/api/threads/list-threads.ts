import { decodeCursor, encodeCursor, isTimePosition } from '../../../shared/db/cursor';
import { namesOfDomains } from '../../../shared/domain/domains/find';
import { latestThreads } from '../../../shared/domain/conversations/threads/list';
import { presentThread } from '../../../shared/domain/conversations/threads/present';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { firstOf, pageSize } from '../../../shared/http/paging';
import type { Query } from '../../../shared/http/request';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.listThreads, async ({ workspaceId }, { query }) => {
  const wanted = {
    awaitingReply: awaitingReplyOf(query),
    before: decodeCursor(firstOf(query, 'cursor'), isTimePosition),
    limit: pageSize(query, { fallback: 50, max: 200 }),
  };
  const [{ threads, next }, ownDomains] = await Promise.all([
    latestThreads(workspaceId, wanted),
    namesOfDomains(workspaceId),
  ]);
  const rows = threads.map((thread) => presentThread(thread, ownDomains));
  return ok(list(rows, next && encodeCursor(next)));
});

/** Only the literal words filter (contract.md 4.2). */
function awaitingReplyOf(query: Query): boolean | undefined {
  const value = firstOf(query, 'awaiting_reply');
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
