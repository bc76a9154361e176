import { ifPresent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { deleteItem } from '../../../db/table';
import { erase, writeTogether } from '../../../db/transaction';
import { countTags, tally } from './count-tags';
import type { Contact } from '../../../db/records/contacts';

/** Forgets the person, once they are on no audience. What their address refused or chose stays. */
export async function forgetContact({ workspaceId, id, email, tags }: Contact): Promise<void> {
  const at = keys.contact(workspaceId, id);
  // The address may be somebody else's by now: a deletion that is repeated forgets nobody but whom it is about.
  const withAddress = [erase(keys.contactOf(workspaceId, email), is('id', id)), erase(at, ifPresent)];
  if (!(await writeTogether(withAddress)) && !(await deleteItem(at))) return;
  const counts = [...tally(tags ?? [])].map(([tag, count]) => [tag, -count] as const);
  await countTags(workspaceId, new Map(counts));
}
