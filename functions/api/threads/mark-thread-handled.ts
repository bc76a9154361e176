import { markHandled } from '../../../shared/domain/conversations/threads/handle';
import { notFound } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { loadThreadContext } from './load-thread-context';
import { presentThread } from './present';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.markThreadHandled, async (ctx, { params }) => {
  const thread = await markHandled(ctx, params.id);
  if (!thread) throw notFound('thread');
  return ok(presentThread(thread, await loadThreadContext(ctx.workspaceId)));
});
