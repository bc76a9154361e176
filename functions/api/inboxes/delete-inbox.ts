import { deleteInbox } from '../../../shared/domain/conversations/inboxes/delete';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { inboxRoutes } from './routes';

export const handler = endpoint(inboxRoutes.deleteInbox, async ({ workspaceId }, { params: { id } }) =>
  ok({ id, deleted: true as const, keys_revoked: await deleteInbox(workspaceId, id) }),
);
