import { keys } from '../../db/keys';
import { erase, writeTogether } from '../../db/transaction';
import { countTags, tally } from './count-tags';
import type { Contact } from './record';

/** Forgets the person, once they are on no audience. What their address refused or chose stays. */
export async function forgetContact({ workspaceId, id, email, tags }: Contact): Promise<void> {
  await writeTogether([erase(keys.contactOf(workspaceId, email)), erase(keys.contact(workspaceId, id))]);
  const counts = [...tally(tags ?? [])].map(([tag, count]) => [tag, -count] as const);
  await countTags(workspaceId, new Map(counts));
}
