import { keys } from '../../db/keys';
import { getItems, queryAll, updateItem } from '../../db/table';
import { bareAddress } from '../../text/mailbox';
import { findEmail } from './find';
import { moveEmail } from './move';
import type { Email } from './record';

/**
 * Takes the address out of every email that is scheduled to it; one that nobody of `to` is left for is canceled
 * (contract.md, D2). Doing it twice changes nothing.
 */
export async function withdrawFromScheduled(workspaceId: string, address: string): Promise<void> {
  const bare = bareAddress(address);
  const pointers = await queryAll<object>({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.pendingFor(workspaceId, bare, '').pk },
  });
  const emails = await getItems<Email>(pointers.map(({ sk }) => keys.email(workspaceId, sk)));
  await Promise.all(emails.map((email) => withdrawFrom(email, bare)));
}

/** Between the read and the write the email may have lost another recipient, or have been picked up. */
const attemptsMax = 10;

async function withdrawFrom(email: Email, address: string): Promise<void> {
  let current: Email | undefined = email;
  for (let attempt = 0; attempt < attemptsMax && current && isPending(current); attempt++) {
    if (await withoutAddress(current, address)) return;
    current = await findEmail(email.workspaceId, email.id);
  }
}

/** Also one that is being sent: should it be held back, the address is out when it is tried again. */
const isPending = ({ status, scheduledAt, approvalId }: Email): boolean =>
  status === 'scheduled' || (status === 'queued' && (scheduledAt !== null || approvalId !== undefined));

async function withoutAddress(email: Email, address: string): Promise<boolean> {
  if (email.withdrawn?.includes(address)) return true;
  const to = email.to.filter((one) => bareAddress(one) !== address);
  // The list of a canceled email names everybody whom it was meant for.
  if (to.length === 0 && email.status === 'scheduled')
    return moveEmail(email, { from: 'scheduled', to: 'canceled' });
  const left = to.length === 0 ? email.to : to;
  const updated = await updateItem<Email>(keys.email(email.workspaceId, email.id), {
    UpdateExpression: 'SET #to = :left, withdrawn = :withdrawn',
    ConditionExpression: '#status = :status AND #to = :seen',
    ExpressionAttributeNames: { '#to': 'to', '#status': 'status' },
    ExpressionAttributeValues: {
      ':left': left,
      ':withdrawn': [...(email.withdrawn ?? []), address],
      ':status': email.status,
      ':seen': email.to,
    },
  });
  return updated !== undefined;
}
