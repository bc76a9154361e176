import { listDeletedAudienceIds } from '../../../shared/domain/audience/audiences/delete';
import { updateContact } from '../../../shared/domain/consent/contact-changes/update-contact';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { toIso } from '../../../shared/core/time';
import { presentContact } from './present';
import { refuseUnusableRow } from './read-contact-row';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.updateContact, async ({ workspaceId }, { params, body }) => {
  const { last_active_at: lastActiveAt, ...fields } = body;
  refuseUnusableRow({ attributes: fields.attributes, last_active_at: lastActiveAt ?? undefined });
  const changes = {
    firstName: trimName(fields.first_name),
    lastName: trimName(fields.last_name),
    attributes: fields.attributes,
    unsubscribed: fields.unsubscribed,
    lastActiveAt: lastActiveAt && toIso(Date.parse(lastActiveAt)),
  };
  const [contact, deletedAudienceIds] = await Promise.all([
    updateContact(workspaceId, params.id, changes),
    listDeletedAudienceIds(workspaceId),
  ]);
  return ok(presentContact(contact, deletedAudienceIds));
});

/** Trims a name. Keeps null, which clears the name. */
const trimName = (name: string | null | undefined): string | null | undefined => name && name.trim();
