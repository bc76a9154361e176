import { keys } from '../../../db/keys';
import { putWrite, writeTransaction } from '../../../db/transaction';
import { nowIso } from '../../../core/time';
import { expectWorkspace } from '../workspaces/find';
import { listUsers } from './find';
import { userDeletes } from './remove';
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
  const former = (await listUsers(workspaceId)).filter((one) => one.email === email && one.id !== id);
  await writeTransaction([
    putWrite({ ...keys.user(workspaceId, id), ...user }),
    putWrite(keys.userWorkspace(id, workspaceId)),
    ...former.flatMap((one) => userDeletes(one)),
  ]);
  return user;
}
