import { keys } from '../../shared/db/keys';
import { foldAttributes } from '../../shared/domain/audience/contacts/fold-case';
import type { Contact } from '../../shared/db/records/contacts';
import { newId } from '../../shared/core/time';
import type { PeopleFixture } from './measure-request';

/** The number of contacts in the small audience. */
export const smallAudienceSize = 1_000;

export const contactRow = (index: number) => ({
  email: `person-${index}@example.com`,
  first_name: 'Alexandra',
  last_name: `Petersen-${index}`,
  tags: ['newsletter', `cohort-${index % 50}`],
  attributes: { plan: index % 3 === 0 ? 'pro' : 'free', city: 'København', seats: String(index % 40) },
});

/** Writes the contacts with the indexes from `from` to `to` as an import does. */
export async function fillContacts(
  { table, workspaceId, everyoneAudienceId, smallAudienceId }: PeopleFixture,
  from: number,
  to: number,
): Promise<void> {
  const batchSize = 5_000;
  for (let start = from; start < to; start += batchSize) {
    const contacts = Array.from({ length: Math.min(batchSize, to - start) }, (_, index) =>
      buildContact(workspaceId, start + index, everyoneAudienceId, smallAudienceId),
    );
    await Promise.all(
      [0, 1, 2, 3].map((worker) => table.putAll(contacts.filter((_, index) => index % 4 === worker))),
    );
    if (start < smallAudienceSize) await table.putAll(buildMembers(workspaceId, smallAudienceId, contacts));
  }
  await table.put({
    ...keys.audience(workspaceId, everyoneAudienceId),
    ...buildAudience(workspaceId, everyoneAudienceId, 'Everyone', to),
  });
  await table.put({
    ...keys.audience(workspaceId, smallAudienceId),
    ...buildAudience(workspaceId, smallAudienceId, 'Few', smallAudienceSize),
  });
}

const buildAudience = (workspaceId: string, id: string, name: string, contactCount: number) => ({
  id,
  workspaceId,
  name,
  contactCount,
  createdAt: new Date(0).toISOString(),
});

function buildContact(
  workspaceId: string,
  index: number,
  everyoneAudienceId: string,
  smallAudienceId: string,
) {
  const { email, first_name, last_name, tags, attributes } = contactRow(index);
  const id = newId();
  const at = new Date().toISOString();
  const contact: Contact = {
    id,
    workspaceId,
    email: `filled-${email}`,
    firstName: first_name,
    lastName: last_name,
    audiences: new Set(
      index < smallAudienceSize ? [everyoneAudienceId, smallAudienceId] : [everyoneAudienceId],
    ),
    tags: new Set(tags),
    attributes,
    folded: foldAttributes(attributes),
    lastSentAt: at,
    ...(index % 2 === 0 && { lastOpenedAt: at }),
    createdAt: at,
  };
  return { ...keys.contact(workspaceId, id), ...contact };
}

const buildMembers = (workspaceId: string, smallAudienceId: string, contacts: readonly Contact[]) =>
  contacts
    .filter(({ audiences }) => audiences?.has(smallAudienceId))
    .map(({ id, email }) => ({ ...keys.member(workspaceId, smallAudienceId, email), contactId: id }));
