import { ifPresent } from '../../../db/condition';
import { keys, memberPartitions } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { deleteItems, queryPages, updateItem } from '../../../db/table';
import { forEachRateLimited } from '../../../async/for-each-rate-limited';
import { purgeDeleted } from '../../platform/purge/purge-deleted';
import type { Member } from '../../../db/records/audiences';

/** The maximum number of members that one run removes. The next run removes the remaining members. */
const membersMax = 1_000;

/**
 * A new on-demand table accepts 4,000 writes per second until its traffic grows. Removing a member takes two writes.
 */
const rateLimit = { concurrencyMax: 20, perSecondMax: 1_500 };

/** Removes all contacts from a deleted audience. */
export const emptyAudience = (workspaceId: string, id: string): Promise<void> =>
  purgeDeleted('emptyAudience', { workspaceId, id }, removeSomeMembers);

/** Returns false if members remain. */
async function removeSomeMembers(workspaceId: string, audienceId: string): Promise<boolean> {
  let remaining = membersMax;
  for (const pk of memberPartitions(workspaceId, audienceId)) {
    for await (const members of queryPages<Member>(partitionQuery(pk, { pageSize: 500 }))) {
      await forEachRateLimited(members, rateLimit, async ({ contactId }) => {
        await updateItem(
          keys.contact(workspaceId, contactId),
          { deleteFromSet: { audiences: new Set([audienceId]) } },
          ifPresent,
        );
      });
      // Delete the member records last, because a retry uses them to find the remaining contacts.
      await deleteItems(members);
      remaining -= members.length;
      if (remaining <= 0) return false;
    }
  }
  return true;
}
