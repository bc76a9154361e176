import { isObject } from '../../../shared/core/is-object';
import { createInbox } from '../../../shared/domain/conversations/inboxes/create';
import { findInboxOfClient, isClientId } from '../../../shared/domain/conversations/inboxes/find';
import { created, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentInbox } from './present';
import { inboxRoutes } from './routes';

/** A repeated `client_id` responds with the existing inbox, whatever else the body contains (IB-5). */
export const handler = endpoint(inboxRoutes.createInbox, async (ctx, { body }) => {
  const clientId = isObject(body.raw) ? body.raw['client_id'] : undefined;
  const existing =
    typeof clientId === 'string' && isClientId(clientId)
      ? await findInboxOfClient(ctx.workspaceId, clientId)
      : undefined;
  if (existing) return ok({ ...presentInbox(existing), key: null });
  const { username, domain, ...settings } = body.read();
  const { inbox, isNew } = await createInbox(ctx, {
    username,
    domain,
    displayName: settings.display_name ?? null,
    clientId: settings.client_id ?? null,
    metadata: settings.metadata ?? {},
  });
  return isNew ? created(presentInbox(inbox)) : ok({ ...presentInbox(inbox), key: null });
});
