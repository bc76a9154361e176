import { encodeCursor } from '../../../shared/db/cursor';
import { listThreads } from '../../../shared/domain/conversations/threads/list';
import { listDomainNames } from '../../../shared/domain/platform/domains/find';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentThread } from './present';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.listThreads, async ({ workspaceId }, { query }) => {
  const { awaiting_reply: awaitingReply, cursor: before, limit } = query;
  const [{ threads, next }, ownDomains] = await Promise.all([
    listThreads(workspaceId, { awaitingReply, before, limit }),
    listDomainNames(workspaceId),
  ]);
  const rows = threads.map((thread) => presentThread(thread, ownDomains));
  return ok(pagedList(rows, next && encodeCursor(next)));
});
