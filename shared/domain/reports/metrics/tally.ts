import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { logger } from '../../../logger';
import type { Email, EmailEvent } from '../../emails/record';
import type { Engagement } from '../engagement/record';
import type { Counts } from './record';
import { sumOf } from './sum';

/** What a batch of notices adds to the metrics, by workspace and UTC day. */
export type Tally = Map<string, DayTally>;

interface DayTally {
  workspaceId: string;
  day: string;
  counts: Counts;
}

/** Counts an entry of the timeline under the day on which it happened. Whoever calls it just recorded it. */
export function countEntry(tally: Tally, email: Email, entry: EmailEvent): void {
  count(tally, email, entry.occurredAt, countsOf(email, entry));
}

/** Counts an open or a click of a reader, or takes it back: it turned out to be a scanner's. */
export function countEngagement(
  tally: Tally,
  email: Email,
  { type, occurredAt }: Pick<Engagement, 'type' | 'occurredAt'>,
  by: 1 | -1,
): void {
  count(tally, email, occurredAt, type === 'open' ? { opened: by } : { clicked: by });
}

function count(tally: Tally, { workspaceId }: Email, occurredAt: string, counts: Counts): void {
  if (Object.keys(counts).length === 0) return;
  const day = occurredAt.slice(0, 10);
  const place = `${workspaceId} ${day}`;
  const before = tally.get(place)?.counts ?? {};
  tally.set(place, { workspaceId, day, counts: sumOf([before, counts]) });
}

/** Adds what was counted, with one write for each workspace and day. A failure is logged: mail matters more. */
export async function writeTally(tally: Tally): Promise<void> {
  await Promise.all([...tally.values()].map(writeDay));
}

async function writeDay({ workspaceId, day, counts }: DayTally): Promise<void> {
  // What was counted and taken back in the same batch.
  if (Object.keys(counts).length === 0) return;
  try {
    await updateItem(keys.metrics(workspaceId, day), { add: counts });
  } catch (error) {
    logger.error('metrics not counted', { workspaceId, day, counts, error });
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
