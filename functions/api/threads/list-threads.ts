import { encodeCursor } from '../../../shared/db/cursor';
import { normalizeTag } from '../../../shared/domain/audience/contacts/normalize-tags';
import { listThreads } from '../../../shared/domain/conversations/threads/list';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { loadThreadContext } from './load-thread-context';
import { presentThread } from './present';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.listThreads, async (ctx, { query }) => {
  const { awaiting_reply: awaitingReply, cursor: before, limit } = query;
  const label = normalizeTag(query.label ?? '') || undefined;
  const [{ threads, next }, context] = await Promise.all([
    listThreads(ctx, { awaitingReply, label, before, limit }),
    loadThreadContext(ctx.workspaceId),
  ]);
  const rows = threads.map((thread) => presentThread(thread, context));
  return ok(pagedList(rows, next && encodeCursor(next)));
});
