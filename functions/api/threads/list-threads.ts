import { encodeCursor } from '../../../shared/db/cursor';
import { latestThreads } from '../../../shared/domain/conversations/threads/list';
import { namesOfDomains } from '../../../shared/domain/platform/domains/find';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentThread } from './present';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.listThreads, async ({ workspaceId }, { query }) => {
  const { awaiting_reply: awaitingReply, cursor: before, limit } = query;
  const [{ threads, next }, ownDomains] = await Promise.all([
    latestThreads(workspaceId, { awaitingReply, before, limit }),
    namesOfDomains(workspaceId),
  ]);
  const rows = threads.map((thread) => presentThread(thread, ownDomains));
  return ok(list(rows, next && encodeCursor(next)));
});
