import { ifPresent } from '../../../db/condition';
import { keys, memberPartitions } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { deleteItems, queryPages, updateItem } from '../../../db/table';
import { forEachRateLimited } from '../../../async/for-each-rate-limited';
import { purgeDeleted } from '../../platform/purge/purge-deleted';
import type { Member } from '../../../db/records/audiences';

/** One run takes so many off, and hands the rest to the next. */
const membersMax = 1_000;

/** A new table takes 4,000 writes a second until its traffic grows: one takes two. */
const rateLimit = { concurrencyMax: 20, perSecondMax: 1_500 };

/** Takes everybody off an audience that was deleted. */
export const emptyAudience = (workspaceId: string, id: string): Promise<void> =>
  purgeDeleted('emptyAudience', { workspaceId, id }, removeSomeMembers);

/** False: there are more. */
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
      // Last: whoever stands here has yet to be told.
      await deleteItems(members);
      remaining -= members.length;
      if (remaining <= 0) return false;
    }
  }
  return true;
}
