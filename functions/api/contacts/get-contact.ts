import { listDeletedAudienceIds } from '../../../shared/domain/audience/audiences/delete';
import { expectContact } from '../../../shared/domain/audience/contacts/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from './present';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.getContact, async ({ workspaceId }, { params }) => {
  const [contact, deletedAudienceIds] = await Promise.all([
    expectContact(workspaceId, params.id),
    listDeletedAudienceIds(workspaceId),
  ]);
  return ok(presentContact(contact, deletedAudienceIds));
});
