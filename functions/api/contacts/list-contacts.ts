import { deletedAudiences } from '../../../shared/domain/audience/audiences/delete';
import { contactWithAddress, newestContacts } from '../../../shared/domain/audience/contacts/find';
import { tagsOf } from '../../../shared/domain/audience/contacts/tags';
import { invalidRequest } from '../../../shared/core/errors';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { encodeContactCursor, positionOf } from './contact-cursor';
import { presentContact } from './present';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.listContacts, async ({ workspaceId }, { query }) => {
  const [{ records, next }, deleted] = await Promise.all([
    page(workspaceId, query),
    deletedAudiences(workspaceId),
  ]);
  const contacts = records.map((contact) => presentContact(contact, deleted));
  return ok(list(contacts, next && encodeContactCursor(next)));
});

/** More are no filter of the table. */
const tagsMax = 100;

interface Wanted {
  email: string | undefined;
  q: string | undefined;
  unsubscribed: boolean | undefined;
  tag: readonly string[];
  cursor: string | undefined;
  limit: number;
}

async function page(workspaceId: string, { email, q: prefix, unsubscribed, tag, cursor, limit }: Wanted) {
  if (email !== undefined) {
    const contact = await contactWithAddress(workspaceId, email);
    return { records: contact ? [contact] : [], next: null };
  }
  const tags = tagsOf(tag);
  if (tags.length > tagsMax) throw invalidRequest(`tag: ${tagsMax} at most`);
  const before = await positionOf(workspaceId, cursor);
  const filter = { prefix: prefix?.trim().toLowerCase(), unsubscribed, tags };
  return newestContacts(workspaceId, filter, { before, limit });
}
