import { normalizeTag } from '../../../shared/domain/audience/contacts/normalize-tags';
import { expectVisibleThread } from '../../../shared/domain/conversations/threads/find';
import { changeLabels } from '../../../shared/domain/conversations/threads/labels';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { loadThreadContext } from './load-thread-context';
import { presentThread } from './present';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.changeThreadLabels, async (ctx, { params, body }) => {
  const { workspaceId } = ctx;
  await expectVisibleThread(ctx, params.id);
  const { add = [], remove = [] } = body.read();
  const thread = await changeLabels(workspaceId, params.id, {
    add: add.map(normalizeTag),
    remove: remove.map(normalizeTag),
  });
  return ok(presentThread(thread, await loadThreadContext(workspaceId)));
});
