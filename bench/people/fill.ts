import { keys } from '../../shared/db/keys';
import { foldedOf } from '../../shared/domain/audience/contacts/fold';
import type { Contact } from '../../shared/db/records/contacts';
import { newId } from '../../shared/core/time';
import type { People } from './measured';

/** Who is on the small audience. */
export const smallAudience = 1_000;

export const aRow = (index: number) => ({
  email: `person-${index}@example.com`,
  first_name: 'Alexandra',
  last_name: `Petersen-${index}`,
  tags: ['newsletter', `cohort-${index % 50}`],
  attributes: { plan: index % 3 === 0 ? 'pro' : 'free', city: 'København', seats: String(index % 40) },
});

/** Contacts as an import would leave them, up to so many. */
export async function fill(
  { table, workspaceId, everyone, few }: People,
  from: number,
  to: number,
): Promise<void> {
  const partSize = 5_000;
  for (let start = from; start < to; start += partSize) {
    const contacts = Array.from({ length: Math.min(partSize, to - start) }, (_, index) =>
      aContact(workspaceId, start + index, everyone, few),
    );
    await Promise.all(
      [0, 1, 2, 3].map((worker) => table.putAll(contacts.filter((_, index) => index % 4 === worker))),
    );
    if (start < smallAudience) await table.putAll(membersOf(workspaceId, few, contacts));
  }
  await table.put({
    ...keys.audience(workspaceId, everyone),
    ...audienceOf(workspaceId, everyone, 'Everyone', to),
  });
  await table.put({
    ...keys.audience(workspaceId, few),
    ...audienceOf(workspaceId, few, 'Few', smallAudience),
  });
}

const audienceOf = (workspaceId: string, id: string, name: string, contactCount: number) => ({
  id,
  workspaceId,
  name,
  contactCount,
  createdAt: new Date(0).toISOString(),
});

function aContact(workspaceId: string, index: number, everyone: string, few: string) {
  const { email, first_name, last_name, tags, attributes } = aRow(index);
  const id = newId();
  const at = new Date().toISOString();
  const contact: Contact = {
    id,
    workspaceId,
    email: `filled-${email}`,
    firstName: first_name,
    lastName: last_name,
    audiences: new Set(index < smallAudience ? [everyone, few] : [everyone]),
    tags: new Set(tags),
    attributes,
    folded: foldedOf(attributes),
    lastSentAt: at,
    ...(index % 2 === 0 && { lastOpenedAt: at }),
    createdAt: at,
  };
  return { ...keys.contact(workspaceId, id), ...contact };
}

const membersOf = (workspaceId: string, few: string, contacts: readonly Contact[]) =>
  contacts
    .filter(({ audiences }) => audiences?.has(few))
    .map(({ id, email }) => ({ ...keys.member(workspaceId, few, email), contactId: id }));
