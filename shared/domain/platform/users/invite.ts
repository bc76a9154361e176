import { keys } from '../../../db/keys';
import { put, writeTogether } from '../../../db/transaction';
import { nowIso } from '../../../core/time';
import { expectWorkspace } from '../workspaces/find';
import { usersOf } from './find';
import { erasureOf } from './remove';
import type { User } from '../../../db/records/users';
import type { Role } from '../../../core/roles';

export interface Invitation {
  workspaceId: string;
  email: string;
  role: Role;
}

/**
 * Lets somebody sign in to a workspace. Who is new to the user pool gets its mail with a password for once; who has the
 * workspace already has the role from now on.
 */
export async function inviteUser({ workspaceId, role, ...invited }: Invitation): Promise<User> {
  await expectWorkspace(workspaceId);
  const email = invited.email.toLowerCase();
  const { ensurePoolUser } = await import('../../../aws/user-pool.lazy');
  const id = await ensurePoolUser(email);
  const user: User = { id, workspaceId, email, role, invitedAt: nowIso() };
  // Whoever left the pool without being removed here comes back under another id.
  const former = (await usersOf(workspaceId)).filter((one) => one.email === email && one.id !== id);
  await writeTogether([
    put({ ...keys.user(workspaceId, id), ...user }),
    put(keys.userWorkspace(id, workspaceId)),
    ...former.flatMap((one) => erasureOf(one)),
  ]);
  return user;
}
