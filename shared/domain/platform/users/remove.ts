import { keys } from '../../../db/keys';
import { deleteWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { notFound } from '../../../core/errors';
import { listMemberships, listUsers } from './find';
import type { User } from '../../../db/records/users';

/** Removes a user from a workspace. The user's next request is refused. */
export async function removeUser(workspaceId: string, email: string): Promise<User> {
  const users = await listUsers(workspaceId);
  const user = users.find((one) => one.email === email.toLowerCase());
  if (!user) throw notFound('user with this address in this workspace');
  await deleteUser(user);
  return user;
}

/**
 * Deletes a user's record and, if the user has no other workspace, the user in the user pool. The record is deleted
 * last, so that the deletion can be repeated.
 */
export async function deleteUser(user: User): Promise<void> {
  const memberships = await listMemberships(user.id);
  if (memberships.every(({ workspaceId }) => workspaceId === user.workspaceId)) {
    const { deletePoolUser } = await import('../../../aws/user-pool.lazy');
    await deletePoolUser(user.id);
  }
  await writeTransaction(userDeletes(user));
}

export const userDeletes = ({ id, workspaceId }: User): TransactionWrite[] => [
  deleteWrite(keys.user(workspaceId, id)),
  deleteWrite(keys.userWorkspace(id, workspaceId)),
];
