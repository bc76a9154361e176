import { keys } from '../../../db/keys';
import { putWrite, updateWrite, writeTransaction } from '../../../db/transaction';
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
 * Allows a user to sign in to a workspace. The user pool emails a temporary password to a new user. If the user already
 * has access to the workspace, sets the new role.
 */
export async function inviteUser({ workspaceId, role, ...invited }: Invitation): Promise<User> {
  await expectWorkspace(workspaceId);
  const email = invited.email.toLowerCase();
  const { ensurePoolUser } = await import('../../../aws/user-pool.lazy');
  const id = await ensurePoolUser(email);
  const user: User = { id, workspaceId, email, role, invitedAt: nowIso() };
  // A user who was deleted from the pool but not from the workspace gets another id, so delete the former record.
  const former = (await listUsers(workspaceId)).filter((one) => one.email === email && one.id !== id);
  await writeTransaction([
    updateWrite(keys.user(workspaceId, id), { set: user }),
    putWrite(keys.userWorkspace(id, workspaceId)),
    ...former.flatMap((one) => userDeletes(one)),
  ]);
  return user;
}
