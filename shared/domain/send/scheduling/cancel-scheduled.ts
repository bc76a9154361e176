import { all, any, is, attributeExists, type Condition } from '../../../db/condition';
import { keys, statusKey } from '../../../db/keys';
import { indexQuery, partitionQuery } from '../../../db/query';
import { getItems, queryAll, queryPages, updateItem } from '../../../db/table';
import { forEachRateLimited } from '../../../async/for-each-rate-limited';
import { normalizeAddress } from '../../../text/mailbox';
import { transitionEmail } from '../emails/transition';
import type { Email } from '../../../db/records/emails';
import { filterRemaining } from '../emails/remaining-recipients';

/** Up to eight batches of addresses run concurrently and share the 50 connections of the DynamoDB client. */
const rateLimit = { concurrencyMax: 6, perSecondMax: Infinity };

/**
 * Removes the addresses from every held or scheduled email to them. Cancels a scheduled email without remaining
 * recipients in `to` (S-19, S-20). Idempotent.
 */
export const cancelScheduledForAddresses = (
  workspaceId: string,
  addresses: readonly string[],
): Promise<void> =>
  forEachRateLimited(addresses, rateLimit, (address) =>
    cancelScheduledForAddress(workspaceId, address, () => true),
  );

/** Up to this number of addresses, each address is looked up. For more addresses, all scheduled email is read. */
const addressLookupsMax = 25;

/** Removes the addresses from marketing email that is scheduled with these topics (S-22). */
export async function cancelScheduledForTopics(
  workspaceId: string,
  addresses: readonly string[],
  topicKeys: readonly string[],
): Promise<void> {
  if (topicKeys.length === 0) return;
  const shouldCancel = (email: Email) => isScheduledMarketing(email) && topicKeys.includes(email.topic ?? '');
  if (addresses.length <= addressLookupsMax)
    return forEachRateLimited(addresses, rateLimit, (address) =>
      cancelScheduledForAddress(workspaceId, address, shouldCancel),
    );

  const optedOut = new Set(addresses.map(normalizeAddress));
  for await (const emails of queryPages<Email>(indexQuery('byStatus', statusKey(workspaceId, 'scheduled'))))
    await forEachRateLimited(emails.filter(shouldCancel), rateLimit, (email) =>
      cancelScheduledForRecipients(email, optedOut),
    );
}

/**
 * Includes emails that are being sent, which only the lookup by address finds. If such an email is postponed, its
 * recheck applies the opt-out.
 */
const isScheduledMarketing = ({ riskClass, status, dueKey }: Email): boolean =>
  riskClass === 'marketing' && (status === 'scheduled' || dueKey !== undefined);

/** A marketing email has only one recipient. */
async function cancelScheduledForRecipients(email: Email, optedOut: ReadonlySet<string>): Promise<void> {
  for (const address of email.to.map(normalizeAddress))
    if (optedOut.has(address)) await removeRecipient(email, address);
}

async function cancelScheduledForAddress(
  workspaceId: string,
  address: string,
  shouldCancel: (email: Email) => boolean,
): Promise<void> {
  const bare = normalizeAddress(address);
  const pointers = await queryAll<object>(partitionQuery(keys.pendingByRecipient(workspaceId, bare, '').pk));
  const emails = await getItems(pointers.map(({ sk }) => keys.email(workspaceId, sk)));
  await Promise.all(emails.filter(shouldCancel).map((email) => removeRecipient(email, bare)));
}

async function removeRecipient(email: Email, address: string): Promise<void> {
  const current = await updateItem(
    keys.email(email.workspaceId, email.id),
    { add: { optedOutRecipients: new Set([address]) } },
    pendingCondition(),
  );
  if (current?.status === 'scheduled' && filterRemaining(current).length === 0)
    await transitionEmail(current, { from: 'scheduled', to: 'canceled' });
}

const pendingCondition = (): Condition<Email> =>
  any(
    is('status', 'scheduled'),
    all(is('status', 'queued'), any(attributeExists('approvalId'), attributeExists('dueKey'))),
  );
