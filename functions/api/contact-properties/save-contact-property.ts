import { saveProperty } from '../../../shared/domain/audience/contacts/properties';
import { created, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentProperty } from './present';
import { contactPropertyRoutes } from './routes';

export const handler = endpoint(
  contactPropertyRoutes.saveContactProperty,
  async ({ workspaceId }, { body }) => {
    const { property, isNew } = await saveProperty(workspaceId, body);
    return isNew ? created(presentProperty(property)) : ok(presentProperty(property));
  },
);
