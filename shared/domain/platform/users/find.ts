import { keys } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { getItems, queryAll } from '../../../db/table';
import type { User } from '../../../db/records/users';

/** Who may sign in to the workspace. */
export const usersOf = (workspaceId: string): Promise<User[]> =>
  queryAll<User>(inPartition(keys.user(workspaceId, '').pk));

/** The user in each workspace that they have. */
export async function membershipsOf(userId: string): Promise<User[]> {
  const pointers = await queryAll<object>(inPartition(keys.userWorkspace(userId, '').pk));
  return getItems<User>(pointers.map(({ sk }) => keys.user(sk, userId)));
}
