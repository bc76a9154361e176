import { all, any, is, present } from '../../../db/condition';
import { keys, statusKey } from '../../../db/keys';
import { inIndex, inPartition } from '../../../db/query';
import { getItems, queryAll, queryPages, updateItem } from '../../../db/table';
import { runPaced } from '../../../async/run-paced';
import { bareAddress } from '../../../text/mailbox';
import { moveEmail } from '../emails/move';
import type { Email } from '../../../db/records/emails';
import { remainingOf } from '../emails/remaining';

/** The parts of a batch that run at once share 50 connections. */
const pace = { atOnceMax: 6, perSecondMax: Infinity };

/**
 * Takes the addresses out of every email that is held or scheduled to them; one that nobody of `to` is left for is
 * canceled (contract.md, D2). Doing it twice changes nothing.
 */
export const withdrawFromPending = (workspaceId: string, addresses: readonly string[]): Promise<void> =>
  runPaced(addresses, pace, (address) => withdrawAddress(workspaceId, address, () => true));

/** So many are looked up one by one; for more, all scheduled mail is looked through. */
const lookedUpMax = 25;

/** The same for marketing mail that is scheduled under these topics (contract.md, D41). */
export async function withdrawFromTopics(
  workspaceId: string,
  addresses: readonly string[],
  topicKeys: readonly string[],
): Promise<void> {
  if (topicKeys.length === 0) return;
  const isMeant = (email: Email) => isScheduledMarketing(email) && topicKeys.includes(email.topic ?? '');
  if (addresses.length <= lookedUpMax)
    return runPaced(addresses, pace, (address) => withdrawAddress(workspaceId, address, isMeant));

  const leaving = new Set(addresses.map(bareAddress));
  for await (const emails of queryPages<Email>(inIndex('byStatus', statusKey(workspaceId, 'scheduled'))))
    await runPaced(emails.filter(isMeant), pace, (email) => withdrawReaders(email, leaving));
}

/** Also one that is being sent, where it is found: should it be held back, it is judged again all the same. */
const isScheduledMarketing = ({ riskClass, status, dueKey }: Email): boolean =>
  riskClass === 'marketing' && (status === 'scheduled' || dueKey !== undefined);

/** A marketing mail has one reader. */
async function withdrawReaders(email: Email, leaving: ReadonlySet<string>): Promise<void> {
  for (const address of email.to.map(bareAddress))
    if (leaving.has(address)) await withdrawFrom(email, address);
}

async function withdrawAddress(
  workspaceId: string,
  address: string,
  isMeant: (email: Email) => boolean,
): Promise<void> {
  const bare = bareAddress(address);
  const pointers = await queryAll<object>(inPartition(keys.pendingFor(workspaceId, bare, '').pk));
  const emails = await getItems<Email>(pointers.map(({ sk }) => keys.email(workspaceId, sk)));
  await Promise.all(emails.filter(isMeant).map((email) => withdrawFrom(email, bare)));
}

async function withdrawFrom(email: Email, address: string): Promise<void> {
  const current = await updateItem<Email>(
    keys.email(email.workspaceId, email.id),
    { add: { withdrawn: new Set([address]) } },
    hasYetToLeave(),
  );
  if (current?.status === 'scheduled' && remainingOf(current).length === 0)
    await moveEmail(current, { from: 'scheduled', to: 'canceled' });
}

const hasYetToLeave = () =>
  any(is('status', 'scheduled'), all(is('status', 'queued'), any(present('approvalId'), present('dueKey'))));
