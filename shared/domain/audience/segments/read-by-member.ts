import { chunksOf } from '../../../core/chunks';
import { keys, memberPartitions } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItems, queryAll } from '../../../db/table';
import type { Audience, Member } from '../../../db/records/audiences';
import type { Contact } from '../../../db/records/contacts';

/*
 * The contacts of a segment are found again for each use, in one of two ways. DynamoDB scans all contacts of the
 * workspace, at 0.07 read units per contact. Alternatively, the function reads the members of the audience one by one,
 * at one read unit per member, or half a unit to count the members. The second way is for small audiences of large
 * workspaces (docs/decisions/0027-one-record-per-contact.md).
 */

/** Reading a larger audience would exceed the time limit of a request. */
const membersMax = 10_000;

export const isReadByMember = ({ contactCount }: Audience): boolean => contactCount <= membersMax;

const chunkSize = 100;

/** Yields the contacts of the audience, newest first, a hundred at a time. `before`: only contacts with an older id. */
export async function* iterateMemberContacts(
  { workspaceId, id }: Audience,
  { before, ConsistentRead = true }: { before?: string | undefined; ConsistentRead?: boolean } = {},
): AsyncGenerator<Contact[], void> {
  const shards = await Promise.all(
    memberPartitions(workspaceId, id).map((pk) => queryAll<Member>(partitionQuery(pk))),
  );
  const ids = shards
    .flat()
    .map(({ contactId }) => contactId)
    .filter((contactId) => before === undefined || contactId < before)
    .sort((a, b) => (a < b ? 1 : -1));
  for (const chunk of chunksOf(ids, chunkSize)) {
    const contacts = await getItems(
      chunk.map((contactId) => keys.contact(workspaceId, contactId)),
      { ConsistentRead },
    );
    yield contacts.sort((a, b) => (a.id < b.id ? 1 : -1));
  }
}
