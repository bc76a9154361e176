import { createHash } from 'node:crypto';
import { keys, type Key } from '../../../db/keys';
import { batchedReader, type ReadItem } from '../../../db/batched-reader';
import { keyToString, updateItem } from '../../../db/table';
import { logger } from '../../../core/logger';
import { isNotSpamReport, type Email, type EmailEvent } from '../../../db/records/emails';
import type { Engagement } from '../../../db/records/engagement';
import type { CampaignEngagement, Reaction } from '../../../db/records/campaigns';
import type { Counts, LinkClicks } from '../../../db/records/metrics';

/** The increments for each record from a batch of events, so that many events need only one write. */
export type Tally = Map<string, CounterUpdate>;

type CounterRecord = Counts | CampaignEngagement | LinkClicks;

interface CounterUpdate {
  key: Key<CounterRecord>;
  add: Record<string, number>;
  /** The attributes of the record other than its counts. */
  set: Partial<Pick<LinkClicks, 'url'>>;
  /** The record's parent, if the parent can be deleted. */
  parentKey?: Key;
}

/** Counts a timeline entry on the day on which it occurred. Call this function only for a newly recorded entry. */
export function countEntry(tally: Tally, email: Email, entry: EmailEvent): void {
  add(tally, dayOf(email, entry.occurredAt), countsOf(email, entry));
  if (entry.type === 'delivery') countReaction(tally, email, 'delivered', 1);
}

/**
 * Counts an open or a click of a recipient. A `delta` of -1 reverts an open or click that turned out to come from a
 * scanner.
 */
export function countEngagement(
  tally: Tally,
  email: Email,
  { type, occurredAt }: Pick<Engagement, 'type' | 'occurredAt'>,
  delta: 1 | -1,
): void {
  add(tally, dayOf(email, occurredAt), type === 'open' ? { opened: delta } : { clicked: delta });
}

/** Counts the deliveries, opens and clicks of each variant of an A/B test, and those of its rollout once more. */
export function countReaction(
  tally: Tally,
  { workspaceId, campaignId, variant, isRollout }: Email,
  reaction: Reaction,
  delta: 1 | -1,
): void {
  if (campaignId === undefined || variant === undefined) return;
  const parentKey = keys.campaign(workspaceId, campaignId);
  add(
    tally,
    keys.campaignEngagement(workspaceId, campaignId),
    {
      [`${variant}:${reaction}`]: delta,
      ...(isRollout && { [`${variant}:rollout-${reaction}`]: delta }),
    },
    { parentKey },
  );
}

/** Counts the clicks on a campaign's link, and the recipients who clicked the link. */
export function countLink(
  tally: Tally,
  { workspaceId, campaignId }: Email,
  url: string,
  counts: Partial<Pick<LinkClicks, 'clicks' | 'uniqueClicks'>>,
): void {
  if (campaignId === undefined) return;
  const hash = createHash('sha256').update(url).digest('hex');
  const parentKey = keys.campaign(workspaceId, campaignId);
  add(tally, keys.campaignLink(workspaceId, campaignId, hash), counts, { parentKey, set: { url } });
}

const dayOf = ({ workspaceId }: Email, occurredAt: string): Key<Counts> =>
  keys.metrics(workspaceId, occurredAt.slice(0, 10));

function add<T extends CounterRecord>(
  tally: Tally,
  key: Key<T>,
  counts: Partial<Record<Extract<keyof NoInfer<T>, string>, number>>,
  options: Partial<Pick<CounterUpdate, 'set' | 'parentKey'>> = {},
): void {
  const id = keyToString(key);
  const update: CounterUpdate = tally.get(id) ?? { key, add: {}, set: {}, ...options };
  for (const [name, count = 0] of Object.entries<number | undefined>(counts))
    update.add[name] = (update.add[name] ?? 0) + count;
  tally.set(id, update);
}

/**
 * Writes the increments, with one write per record. Does not recreate counts whose parent was deleted. A failure is
 * only logged, because sending email is more important than metrics.
 */
export async function writeTally(tally: Tally): Promise<void> {
  const read = batchedReader();
  await Promise.all([...tally.values()].map((update) => writeCounterUpdate(update, read)));
}

async function writeCounterUpdate(
  { key, add: counted, set, parentKey }: CounterUpdate,
  read: ReadItem,
): Promise<void> {
  const counts = Object.fromEntries(Object.entries(counted).filter(([, count]) => count !== 0));
  // The batch counted an event and then reverted the count, so no write is needed.
  if (Object.keys(counts).length === 0) return;
  try {
    if (parentKey && !(await read(parentKey))) return;
    await updateItem(key, { add: counts, set });
  } catch (error) {
    logger.error('metrics not counted', { ...key, counts, error });
  }
}

/** Returns the counts for an event. `sent` counts recipients, and all other counters count events (EV-23). */
function countsOf(email: Email, entry: EmailEvent): Counts {
  const { type, subType } = entry;
  switch (type) {
    case 'send':
      return { sent: email.recipientCount };
    case 'delivery':
      return { delivered: 1 };
    case 'bounce':
      return subType === 'Permanent' ? { bounced: 1, bouncedPermanent: 1 } : { bounced: 1 };
    case 'complaint':
      return isNotSpamReport(entry) ? {} : { complained: 1 };
    default:
      return {};
  }
}
