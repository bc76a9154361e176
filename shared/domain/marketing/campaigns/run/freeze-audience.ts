import { chunksOf } from '../../../../core/chunks';
import { is } from '../../../../db/condition';
import { keys } from '../../../../db/keys';
import { putItems, updateItem, type Item } from '../../../../db/table';
import { forEachRateLimited } from '../../../../async/for-each-rate-limited';
import { deriveIdAt, now } from '../../../../core/time';
import { loadRecipientQuery } from '../recipient-query';
import type { Campaign, Recipient } from '../../../../db/records/campaigns';
import type { Contact } from '../../../../db/records/contacts';
import { splitQuery, type QueryPart } from '../../../audience/segments/query-parts';

/** The maximum number of records in one DynamoDB batch write. */
const chunkSize = 25;

/** A new on-demand table accepts 4,000 writes per second until its traffic grows. */
const rateLimit = { concurrencyMax: 8, perSecondMax: 3_000 / chunkSize };

/**
 * Stores the campaign's recipients. Returns false if the deadline passes before all recipients are stored. After a
 * crash, the next run repeats the unfinished part. Writing a recipient twice is idempotent.
 */
export async function freezeAudience(campaign: Campaign, deadlineMs: number): Promise<boolean> {
  const contactQuery = await loadRecipientQuery(campaign);
  if (!contactQuery) return true;
  for (const part of splitQuery(contactQuery)) {
    if (campaign.frozenParts?.has(part.name)) continue;
    if (now() > deadlineMs) return false;
    await freezePart(campaign, part);
  }
  return true;
}

async function freezePart(campaign: Campaign, { name, pages }: QueryPart): Promise<void> {
  for await (const contacts of pages()) {
    const recipients = contacts.map((contact) => toRecipient(campaign, contact));
    await forEachRateLimited(chunksOf(recipients, chunkSize), rateLimit, putItems);
  }
  const key = keys.campaign(campaign.workspaceId, campaign.id);
  await updateItem(key, { add: { frozenParts: new Set([name]) } }, is('status', campaign.status));
}

function toRecipient(campaign: Campaign, { id: contactId, email }: Contact): Item<Recipient> {
  const key = keys.recipient(campaign.workspaceId, campaign.id, messageIdFor(campaign, email));
  return { ...key, contactId, email };
}

/**
 * Derives the message id from the campaign and the address, so an address never gets a second message. The message ids
 * of a campaign differ only in a hash, so their order is random but repeatable.
 */
const messageIdFor = ({ id, startedAt }: Campaign, address: string): string =>
  deriveIdAt(Date.parse(startedAt ?? ''), `${id} ${address}`);
