import { deletedAudiences } from '../../../shared/domain/audience/audiences/delete';
import { updateContact } from '../../../shared/domain/consent/contact-changes/update-contact';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { iso } from '../../../shared/core/time';
import { presentContact } from './present';
import { refuseUnusable } from './read-contact-row';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.updateContact, async ({ workspaceId }, { params, body }) => {
  const { last_active_at: lastActiveAt, ...given } = body;
  refuseUnusable({ attributes: given.attributes, last_active_at: lastActiveAt ?? undefined });
  const changes = {
    firstName: trimmed(given.first_name),
    lastName: trimmed(given.last_name),
    attributes: given.attributes,
    unsubscribed: given.unsubscribed,
    lastActiveAt: lastActiveAt && iso(Date.parse(lastActiveAt)),
  };
  const [contact, deleted] = await Promise.all([
    updateContact(workspaceId, params.id, changes),
    deletedAudiences(workspaceId),
  ]);
  return ok(presentContact(contact, deleted));
});

/** Null, which clears a name, stays null. */
const trimmed = (name: string | null | undefined): string | null | undefined => name && name.trim();
