import { keys } from '../../../db/keys/index';
import { partitionQuery } from '../../../db/query';
import { loadItemLookup, queryAll, type ItemLookup } from '../../../db/table';
import { domainOf } from '../../../text/mailbox';
import type { ReceivingMailbox } from './message-id';

/**
 * Returns where the message arrives: in each workspace that receives email for the domain of a recipient, at the
 * inboxes that the recipients name, and once for all other recipients.
 */
export async function findReceivingMailboxes(recipients: readonly string[]): Promise<ReceivingMailbox[]> {
  const names = [...new Set(recipients.map(domainOf))];
  const mailboxes = await Promise.all(
    names.map((name) =>
      findMailboxesAt(
        name,
        recipients.filter((address) => domainOf(address) === name),
      ),
    ),
  );
  const byId = mailboxes
    .flat()
    .map((mailbox) => [`${mailbox.workspaceId} ${mailbox.inboxId}`, mailbox] as const);
  return [...new Map(byId).values()];
}

async function findMailboxesAt(name: string, recipients: readonly string[]): Promise<ReceivingMailbox[]> {
  const workspaceIds = await workspacesUsing(name);
  if (workspaceIds.length === 0) return [];
  const addressKeys = recipients.map((address) => keys.inboxAddress(withoutTag(address)));
  const found = await loadItemLookup([...workspaceIds.map((id) => keys.domain(id, name)), ...addressKeys]);
  return receiversAt(name, workspaceIds, found).flatMap((workspaceId) =>
    addressKeys.map((key): ReceivingMailbox => {
      const inbox = found(key);
      return inbox?.workspaceId === workspaceId ? { workspaceId, inboxId: inbox.inboxId } : { workspaceId };
    }),
  );
}

/**
 * Returns the workspaces in which the domain is verified. If there is no such workspace, returns the workspaces in
 * which the domain was verified and now has the status `temporary_failure`. A workspace that never verified the domain
 * may not own it, and after a failed verification the domain may have a new owner.
 */
function receiversAt(name: string, workspaceIds: readonly string[], found: ItemLookup): string[] {
  const domains = workspaceIds.flatMap((id) => found(keys.domain(id, name)) ?? []);
  const verified = domains.filter(({ status }) => status === 'verified');
  const interrupted = domains.filter(
    ({ status, verifiedAt }) => status === 'temporary_failure' && verifiedAt !== null,
  );
  return (verified.length > 0 ? verified : interrupted).map(({ workspaceId }) => workspaceId);
}

async function workspacesUsing(domain: string): Promise<string[]> {
  const records = await queryAll<object>(partitionQuery(keys.domainUser(domain, '').pk));
  return records.map(({ sk }) => sk);
}

/** Mail to `username+tag@` is delivered to the inbox `username@`. Usernames contain no plus sign. */
const withoutTag = (address: string): string => address.replace(/\+[^@]*(?=@[^@]*$)/, '');
