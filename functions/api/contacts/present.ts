import type * as z from 'zod/mini';
import type { Contact } from '../../../shared/db/records/contacts';
import type { ContactSchema } from './shapes';

/** Presents a contact. Omits deleted audiences, whose IDs the record may still contain. */
export const presentContact = (
  contact: Contact,
  deletedAudienceIds: ReadonlySet<string>,
): z.infer<typeof ContactSchema> => ({
  id: contact.id,
  email: contact.email,
  first_name: contact.firstName ?? null,
  last_name: contact.lastName ?? null,
  audience_ids: [...(contact.audiences ?? [])].filter((id) => !deletedAudienceIds.has(id)).sort(),
  tags: [...(contact.tags ?? [])].sort(),
  attributes: { ...contact.attributes },
  unsubscribed: contact.unsubscribedAt !== undefined,
  unsubscribed_at: contact.unsubscribedAt ?? null,
  last_opened_at: contact.lastOpenedAt ?? null,
  last_clicked_at: contact.lastClickedAt ?? null,
  last_sent_at: contact.lastSentAt ?? null,
  last_active_at: contact.lastActiveAt ?? null,
  created_at: contact.createdAt,
});
