import type * as z from 'zod/mini';
import { isObject } from '../../../shared/core/is-object';
import { createInbox, type NewInbox } from '../../../shared/domain/conversations/inboxes/create';
import { findInboxOfClient, isClientId } from '../../../shared/domain/conversations/inboxes/find';
import { created, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentIssuedKey } from '../api-keys/present';
import { readNewApiKey } from '../api-keys/read-key-request';
import { presentInbox } from './present';
import { inboxRoutes } from './routes';
import type { NewInboxRequestSchema } from './shapes';

/** A repeated `client_id` responds with the existing inbox and ignores the rest of the body (IB-5). */
export const handler = endpoint(inboxRoutes.createInbox, async (ctx, { body }) => {
  const clientId = isObject(body.raw) ? body.raw['client_id'] : undefined;
  const existing =
    typeof clientId === 'string' && isClientId(clientId)
      ? await findInboxOfClient(ctx.workspaceId, clientId)
      : undefined;
  if (existing) return ok({ ...presentInbox(existing), key: null });
  const input = readNewInbox(body.read());
  const { inbox, isNew, issued } = await createInbox(ctx, input);
  if (!isNew) return ok({ ...presentInbox(inbox), key: null });
  return created({
    ...presentInbox(inbox),
    ...(input.key && { key: issued ? presentIssuedKey(issued) : null }),
  });
});

const readNewInbox = ({ key, ...fields }: z.output<typeof NewInboxRequestSchema>): NewInbox => ({
  username: fields.username,
  domain: fields.domain,
  displayName: fields.display_name ?? null,
  clientId: fields.client_id ?? null,
  metadata: fields.metadata ?? {},
  ...(key && { key: { ...readNewApiKey({ ...key, name: '' }), name: key.name } }),
});
