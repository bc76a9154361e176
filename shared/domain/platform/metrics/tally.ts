import { createHash } from 'node:crypto';
import { keys, type Key } from '../../../db/keys';
import { readingTogether, type Read } from '../../../db/reading-together';
import { nameOf, updateItem } from '../../../db/table';
import { logger } from '../../../core/logger';
import type { Email, EmailEvent } from '../../../db/records/emails';
import type { Engagement } from '../../../db/records/engagement';
import type { Counts, LinkClicks } from '../../../db/records/metrics';

/** What a batch of notices adds to each record that counts, so that many notices are one write. */
export type Tally = Map<string, Sum>;

interface Sum {
  key: Key;
  add: Record<string, number>;
  /** What the record says beside its counts. */
  set: object;
  /** What it is of, where that may be deleted. */
  of?: Key;
}

/** Counts an entry of the timeline under the day on which it happened. Whoever calls it just recorded it. */
export function countEntry(tally: Tally, email: Email, entry: EmailEvent): void {
  add(tally, dayOf(email, entry.occurredAt), countsOf(email, entry));
  if (entry.type === 'delivery') countReaction(tally, email, 'delivered', 1);
}

/** Counts an open or a click of a reader, or takes it back: it turned out to be a scanner's. */
export function countEngagement(
  tally: Tally,
  email: Email,
  { type, occurredAt }: Pick<Engagement, 'type' | 'occurredAt'>,
  by: 1 | -1,
): void {
  add(tally, dayOf(email, occurredAt), type === 'open' ? { opened: by } : { clicked: by });
}

/** Counts for the variant of a test how many it reached, and how many of them opened it and clicked. */
export function countReaction(
  tally: Tally,
  { workspaceId, campaignId, variant }: Email,
  what: 'delivered' | 'opened' | 'clicked',
  by: 1 | -1,
): void {
  if (campaignId === undefined || variant === undefined) return;
  const of = keys.campaign(workspaceId, campaignId);
  add(tally, keys.campaignReactions(workspaceId, campaignId), { [`${variant}:${what}`]: by }, { of });
}

/** Counts clicks on a link of a campaign, and readers who clicked it. */
export function countLink(
  tally: Tally,
  { workspaceId, campaignId }: Email,
  url: string,
  counts: Partial<Pick<LinkClicks, 'clicks' | 'uniqueClicks'>>,
): void {
  if (campaignId === undefined) return;
  const hash = createHash('sha256').update(url).digest('hex');
  const of = keys.campaign(workspaceId, campaignId);
  add(tally, keys.campaignLink(workspaceId, campaignId, hash), counts, { of, set: { url } });
}

const dayOf = ({ workspaceId }: Email, occurredAt: string): Key =>
  keys.metrics(workspaceId, occurredAt.slice(0, 10));

function add(
  tally: Tally,
  key: Key,
  counts: Partial<Record<string, number>>,
  beside: Partial<Pick<Sum, 'set' | 'of'>> = {},
): void {
  const place = nameOf(key);
  const sum: Sum = tally.get(place) ?? { key, add: {}, set: {}, ...beside };
  for (const [name, count = 0] of Object.entries(counts)) sum.add[name] = (sum.add[name] ?? 0) + count;
  tally.set(place, sum);
}

/**
 * Adds what was counted, with one write for each record. What was deleted is not brought back by a reader who opens it
 * later. A failure is logged: mail matters more.
 */
export async function writeTally(tally: Tally): Promise<void> {
  const read = readingTogether();
  await Promise.all([...tally.values()].map((sum) => writeSum(sum, read)));
}

async function writeSum({ key, add: counted, set, of }: Sum, read: Read): Promise<void> {
  const counts = Object.fromEntries(Object.entries(counted).filter(([, count]) => count !== 0));
  // What was counted and taken back in the same batch.
  if (Object.keys(counts).length === 0) return;
  try {
    if (of && !(await read(of))) return;
    await updateItem(key, { add: counts, set });
  } catch (error) {
    logger.error('metrics not counted', { ...key, counts, error });
  }
}

/** `sent` counts recipients, everything else notices (contract.md 4.1). */
function countsOf(email: Email, { type, subType }: EmailEvent): Counts {
  switch (type) {
    case 'send':
      return { sent: email.recipientCount };
    case 'delivery':
      return { delivered: 1 };
    case 'bounce':
      return subType === 'Permanent' ? { bounced: 1, bouncedPermanent: 1 } : { bounced: 1 };
    case 'complaint':
      return { complained: 1 };
    default:
      return {};
  }
}
