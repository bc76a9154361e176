import { expectVisibleThread } from '../../../shared/domain/conversations/threads/find';
import { markRead } from '../../../shared/domain/conversations/threads/labels';
import { notFound } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { loadThreadContext } from './load-thread-context';
import { presentThread } from './present';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.markThreadRead, async (ctx, { params, body }) => {
  const { workspaceId } = ctx;
  await expectVisibleThread(ctx, params.id);
  const thread = await markRead(workspaceId, params.id, body.read().read);
  if (!thread) throw notFound('thread');
  return ok(presentThread(thread, await loadThreadContext(workspaceId)));
});
