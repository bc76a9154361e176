import { deleteContact } from '../../../shared/domain/audience/audiences/remove-from-audience';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.deleteContact, async ({ workspaceId }, { params }) => {
  await deleteContact(workspaceId, params.id);
  return ok({ id: params.id, deleted: true });
});
