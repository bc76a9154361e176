import { keys } from '../../../db/keys';
import { erase, writeTogether, type Write } from '../../../db/transaction';
import { notFound } from '../../../core/errors';
import { membershipsOf, usersOf } from './find';
import type { User } from '../../../db/records/users';

/** Takes a workspace from a user: their next request is refused. */
export async function removeUser(workspaceId: string, email: string): Promise<User> {
  const users = await usersOf(workspaceId);
  const user = users.find((one) => one.email === email.toLowerCase());
  if (!user) throw notFound('user with this address in this workspace');
  await forgetUser(user);
  return user;
}

/** Who has no other workspace goes from the user pool first: as long as the record is there, all can be repeated. */
export async function forgetUser(user: User): Promise<void> {
  const memberships = await membershipsOf(user.id);
  if (memberships.every(({ workspaceId }) => workspaceId === user.workspaceId)) {
    const { deletePoolUser } = await import('../../../aws/user-pool.lazy');
    await deletePoolUser(user.id);
  }
  await writeTogether(erasureOf(user));
}

export const erasureOf = ({ id, workspaceId }: User): Write[] => [
  erase(keys.user(workspaceId, id)),
  erase(keys.userWorkspace(id, workspaceId)),
];
