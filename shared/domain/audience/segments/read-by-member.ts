import { chunksOf } from '../../../core/chunks';
import { keys, memberPartitions } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItems, queryAll } from '../../../db/table';
import type { Audience, Member } from '../../../db/records/audiences';
import type { Contact } from '../../../db/records/contacts';

/*
 * Whom a segment matches is looked up on each use, in one of two ways: the table looks through all contacts of the
 * workspace, or the function reads those who are on the audience one by one. The first costs 0.07 read units for each
 * contact that there is, the second one unit for each who is on the audience, and half of one to count them: it is for
 * small audiences of large workspaces (docs/decisions/0027-people-are-one-record.md).
 */

/** Of a larger audience it would take longer than a request may. */
const membersMax = 10_000;

export const isReadByMember = ({ contactCount }: Audience): boolean => contactCount <= membersMax;

const chunkSize = 100;

/** Everybody on the audience, newest contact first, a hundred at a time. `before`: only who has an older id. */
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
