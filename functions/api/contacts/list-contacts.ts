import { listDeletedAudienceIds } from '../../../shared/domain/audience/audiences/delete';
import { findContactByAddress, listContacts } from '../../../shared/domain/audience/contacts/find';
import { normalizeTags } from '../../../shared/domain/audience/contacts/normalize-tags';
import { invalidRequest } from '../../../shared/core/errors';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { encodeContactCursor, decodeContactCursor } from './contact-cursor';
import { presentContact } from './present';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.listContacts, async ({ workspaceId }, { query }) => {
  const [{ records, next }, deletedAudienceIds] = await Promise.all([
    readContactsPage(workspaceId, query),
    listDeletedAudienceIds(workspaceId),
  ]);
  const contacts = records.map((contact) => presentContact(contact, deletedAudienceIds));
  return ok(pagedList(contacts, next && encodeContactCursor(next)));
});

/** The limit of a DynamoDB filter expression. */
const tagsMax = 100;

interface ContactQuery {
  email: string | undefined;
  q: string | undefined;
  unsubscribed: boolean | undefined;
  tag: readonly string[];
  cursor: string | undefined;
  limit: number;
}

async function readContactsPage(
  workspaceId: string,
  { email, q: prefix, unsubscribed, tag, cursor, limit }: ContactQuery,
) {
  if (email !== undefined) {
    const contact = await findContactByAddress(workspaceId, email);
    return { records: contact ? [contact] : [], next: null };
  }
  const tags = normalizeTags(tag);
  if (tags.length > tagsMax) throw invalidRequest(`tag: must be given at most ${tagsMax} times`);
  const before = await decodeContactCursor(workspaceId, cursor);
  const filter = { prefix: prefix?.trim().toLowerCase(), unsubscribed, tags };
  return listContacts(workspaceId, filter, { before, limit });
}
