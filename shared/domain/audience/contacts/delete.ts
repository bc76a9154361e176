import { ifPresent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { deleteItem } from '../../../db/table';
import { deleteWrite, writeTransaction } from '../../../db/transaction';
import { addTagCounts, countOccurrences } from './tag-counts';
import type { Contact } from '../../../db/records/contacts';

/** Deletes a contact that is in no audience. Suppressions and topic choices of its address stay. */
export async function deleteContactRecord({ workspaceId, id, email, tags }: Contact): Promise<void> {
  const key = keys.contact(workspaceId, id);
  // The address may already belong to a new contact, which a retry of the deletion must not affect.
  const writes = [
    deleteWrite(keys.contactByAddress(workspaceId, email), is('id', id)),
    deleteWrite(key, ifPresent),
  ];
  if (!(await writeTransaction(writes)) && !(await deleteItem(key))) return;
  const counts = [...countOccurrences(tags ?? [])].map(([tag, count]) => [tag, -count] as const);
  await addTagCounts(workspaceId, new Map(counts));
}
