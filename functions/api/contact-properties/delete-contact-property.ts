import { deleteProperty } from '../../../shared/domain/audience/contacts/properties';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { contactPropertyRoutes } from './routes';

export const handler = endpoint(
  contactPropertyRoutes.deleteContactProperty,
  async ({ workspaceId }, { params }) => {
    await deleteProperty(workspaceId, params.key);
    return ok({ key: params.key, deleted: true });
  },
);
