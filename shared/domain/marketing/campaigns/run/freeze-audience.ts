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

/** What one write of many takes. */
const chunkSize = 25;

/** A new table takes 4,000 writes a second until its traffic grows. */
const rateLimit = { concurrencyMax: 8, perSecondMax: 3_000 / chunkSize };

/**
 * Writes down whom the campaign is for; false: time is up, and more are to come. A run that dies goes on with the part
 * that it was at; whoever was written before is written again, to the same.
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
 * The id of somebody's message follows from the campaign and their address: there is one, however often it is made. Ids
 * of a campaign differ in a hash, so their order is a draw that anybody can repeat.
 */
const messageIdFor = ({ id, startedAt }: Campaign, address: string): string =>
  deriveIdAt(Date.parse(startedAt ?? ''), `${id} ${address}`);
