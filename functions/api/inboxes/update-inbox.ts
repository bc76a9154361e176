import { updateInbox } from '../../../shared/domain/conversations/inboxes/update';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentInbox } from './present';
import { inboxRoutes } from './routes';

export const handler = endpoint(inboxRoutes.updateInbox, async ({ workspaceId }, { params, body }) => {
  const inbox = await updateInbox(workspaceId, params.id, () => {
    const { display_name: displayName, metadata } = body.read();
    return { ...(displayName !== undefined && { displayName }), ...(metadata && { metadata }) };
  });
  return ok(presentInbox(inbox));
});
