import { namesOfDomains } from '../../../shared/domain/domains/find';
import { markHandled } from '../../../shared/domain/conversations/threads/handle';
import { presentThread } from '../../../shared/domain/conversations/threads/present';
import { notFound } from '../../../shared/errors';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { threadRoutes } from './routes';

export const handler = endpoint(
  threadRoutes.markThreadHandled,
  async ({ workspaceId }, { params: { id = '' } }) => {
    const thread = await markHandled(workspaceId, id);
    if (!thread) throw notFound('thread');
    return ok(presentThread(thread, await namesOfDomains(workspaceId)));
  },
);
