import { deriveIdAt } from '../../../core/time';
import { keys } from '../../../db/keys/index';
import { partitionQuery } from '../../../db/query';
import { loadItemLookup, queryAll, type ItemLookup } from '../../../db/table';
import { domainOf } from '../../../text/mailbox';
import type { InboundMessage, Receipt } from '../../../db/records/inbound';
import type { ReceivingMailbox } from './message-id';

/** A mailbox at which an email arrives, and the id of the message that the mailbox gets. */
export type InboundDelivery = ReceivingMailbox & Pick<InboundMessage, 'id'>;

/**
 * Returns where the email arrives: in each workspace that receives email for the domain of a recipient, at the inboxes
 * that the recipients name, and once for all other recipients. Every attempt finds the same mailboxes, although inboxes
 * are created and deleted meanwhile (IB-27).
 */
export async function findInboundDeliveries(receipt: Receipt): Promise<InboundDelivery[]> {
  const addresses = [...new Set(receipt.recipients.map(withoutTag))];
  const names = [...new Set(addresses.map(domainOf))];
  const deliveries = await Promise.all(
    names.map((name) =>
      findDeliveriesAt(
        name,
        addresses.filter((address) => domainOf(address) === name),
        receipt,
      ),
    ),
  );
  return [...new Map(deliveries.flat().map((delivery) => [delivery.id, delivery])).values()];
}

async function findDeliveriesAt(
  name: string,
  addresses: readonly string[],
  receipt: Receipt,
): Promise<InboundDelivery[]> {
  const workspaceIds = await workspacesUsing(name);
  if (workspaceIds.length === 0) return [];
  const found = await loadItemLookup([
    ...workspaceIds.map((id) => keys.domain(id, name)),
    ...addresses.flatMap((address) => [
      keys.inboxAddress(address),
      ...workspaceIds.map((id) => keys.inboundMessage(id, messageIdAt(receipt, id, address))),
    ]),
  ]);
  return receiversAt(name, workspaceIds, found).flatMap((workspaceId) =>
    addresses.map((address) => deliveryTo(workspaceId, address, receipt, found)),
  );
}

/**
 * An inbox that was deleted after an earlier attempt stored the message keeps the message, and an inbox that was created
 * after the email arrived does not get it.
 */
function deliveryTo(
  workspaceId: string,
  address: string,
  receipt: Receipt,
  found: ItemLookup,
): InboundDelivery {
  const id = messageIdAt(receipt, workspaceId, address);
  const stored = found(keys.inboundMessage(workspaceId, id));
  const inbox = found(keys.inboxAddress(address));
  const isCurrent = inbox?.workspaceId === workspaceId && !(inbox.createdAt > receipt.receivedAt);
  const inboxId = stored ? stored.inboxId : isCurrent ? inbox.inboxId : undefined;
  return inboxId === undefined
    ? { workspaceId, id: messageIdAt(receipt, workspaceId) }
    : { workspaceId, inboxId, id };
}

/** Derives the id of the message at an address with an inbox, or at all other addresses of the workspace. */
const messageIdAt = ({ receiptId, receivedAt }: Receipt, workspaceId: string, address?: string): string =>
  deriveIdAt(
    Date.parse(receivedAt),
    [receiptId, workspaceId, address].filter((part) => part !== undefined).join(' '),
  );

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
