import { ifPresent } from '../../../db/condition';
import { keys, memberPartitions } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { deleteItems, queryPages, updateItem } from '../../../db/table';
import { runPaced } from '../../../async/run-paced';
import type { Contact } from '../../../db/records/contacts';
import { clearDeleted } from '../../platform/purge/clear';
import type { Member } from '../../../db/records/audiences';

/** One run takes so many off, and hands the rest to the next. */
const peopleMax = 1_000;

/** A new table takes 4,000 writes a second until its traffic grows: one takes two. */
const pace = { atOnceMax: 20, perSecondMax: 1_500 };

/** Takes everybody off an audience that was deleted. */
export const emptyAudience = (workspaceId: string, id: string): Promise<void> =>
  clearDeleted('emptyAudience', { workspaceId, id }, takeSomeOff);

/** False: there are more. */
async function takeSomeOff(workspaceId: string, audienceId: string): Promise<boolean> {
  let left = peopleMax;
  for (const pk of memberPartitions(workspaceId, audienceId)) {
    for await (const members of queryPages<Member>(inPartition(pk, { pageSize: 500 }))) {
      await runPaced(members, pace, async ({ contactId }) => {
        await updateItem<Contact>(
          keys.contact(workspaceId, contactId),
          { takeOut: { audiences: new Set([audienceId]) } },
          ifPresent,
        );
      });
      // Last: whoever stands here has yet to be told.
      await deleteItems(members);
      left -= members.length;
      if (left <= 0) return false;
    }
  }
  return true;
}
