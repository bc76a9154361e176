import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItems, queryAll } from '../../../db/table';
import type { User } from '../../../db/records/users';

/** Lists the users who may sign in to the workspace. */
export const listUsers = (workspaceId: string): Promise<User[]> =>
  queryAll<User>(partitionQuery(keys.user(workspaceId, '').pk));

/** Lists the user's records, one for each of the user's workspaces. */
export async function listMemberships(userId: string): Promise<User[]> {
  const pointers = await queryAll<object>(partitionQuery(keys.userWorkspace(userId, '').pk));
  return getItems(pointers.map(({ sk }) => keys.user(sk, userId)));
}
