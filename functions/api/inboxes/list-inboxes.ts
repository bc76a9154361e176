import { encodeCursor } from '../../../shared/db/cursor';
import { listInboxes } from '../../../shared/domain/conversations/inboxes/find';
import { ok, pagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentInbox } from './present';
import { inboxRoutes } from './routes';

export const handler = endpoint(inboxRoutes.listInboxes, async ({ workspaceId }, { query }) => {
  const { client_id: clientId, cursor: before, limit } = query;
  const { records, next } = await listInboxes(workspaceId, { clientId, before, limit });
  return ok(pagedList(records.map(presentInbox), next && encodeCursor(next)));
});
