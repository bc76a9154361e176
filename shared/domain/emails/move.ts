import { changing } from '../../db/changing';
import { keys, statusKey } from '../../db/keys';
import { updateItem, writeTogether, type FullUpdate } from '../../db/table';
import { threadKeyOf, threadUpdates } from '../conversations/threads/follow-email';
import { isRareStatus, type Email, type EmailStatus } from './record';

interface Move {
  from: EmailStatus;
  to: EmailStatus;
  set?: Partial<Email>;
  /** Only this attempt may move it. */
  owner?: string | undefined;
}

/** What a move leaves behind, unless it sets it anew. */
const passing = ['owner', 'statusKey', 'dueKey', 'dueAt', 'dueJob', 'heldUntil'] as const;

/** Moves the email, and its thread with it, if it still has the status `from`. A lost race is false. */
export async function moveEmail(email: Email, move: Move): Promise<boolean> {
  const key = keys.email(email.workspaceId, email.id);
  const update = updateFor(email, move);
  const onThread = threadUpdates(email, move.to, move.set?.sentAt ?? null);
  if (onThread.length === 0) return (await updateItem<Email>(key, update)) !== undefined;
  for (const one of onThread) {
    const isDone = await writeTogether(({ TableName }) => [
      { Update: { TableName, Key: key, ...update } },
      { Update: { TableName, Key: threadKeyOf(email), ...one } },
    ]);
    if (isDone) return true;
  }
  return false;
}

/** The write of a move, for who puts it into a transaction of its own. */
export function updateFor({ workspaceId }: Email, { from, to, set = {}, owner }: Move): FullUpdate {
  const values = { ...set, status: to, ...(isRareStatus(to) && { statusKey: statusKey(workspaceId, to) }) };
  const removed = passing.filter((name) => !(name in values));
  return changing(
    { set: values, remove: removed },
    {
      expression: `#status = :from${owner === undefined ? '' : ' AND #owner = :formerOwner'}`,
      names: { '#owner': 'owner', '#status': 'status' },
      values: { ':from': from, ...(owner !== undefined && { ':formerOwner': owner }) },
    },
  );
}
