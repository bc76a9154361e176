import { listDeletedAudienceIds } from '../../../shared/domain/audience/audiences/delete';
import { refuseUnknownAudience } from '../../../shared/domain/audience/audiences/find';
import { addContact } from '../../../shared/domain/consent/contact-changes/add-contact';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from './present';
import { readContactRow, refuseUnusableRow } from './read-contact-row';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.createContact, async (ctx, { body }) => {
  const { workspaceId } = ctx;
  const { audience_id: audienceId, ...contactFields } = body;
  refuseUnusableRow(contactFields);
  const [contact, deletedAudienceIds] = await Promise.all([
    addContact(ctx, audienceId, readContactRow(contactFields), 'Imported from the API'),
    listDeletedAudienceIds(workspaceId),
  ]);
  return created(
    presentContact(contact ?? (await refuseUnknownAudience(workspaceId, audienceId)), deletedAudienceIds),
  );
});
