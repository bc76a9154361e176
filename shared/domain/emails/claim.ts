import { randomUUID } from 'node:crypto';
import { keys, type Key } from '../../db/keys';
import { putItem, putItems, type Item } from '../../db/table';
import { bareAddress } from '../../text/mailbox';
import { now, timeOfId, utcDay } from '../../time';
import { keepContent, type EmailContent } from './content';
import type { Email } from './record';

/** Hand-overs that ended without an answer are not repeated before the provider's event had this long. */
export const unknownOutcomeMs = 10 * 60_000;

/** What marks the attempt that may hand the email over. */
export const newAttempt = () => ({ owner: randomUUID(), attemptedAt: now() });

/**
 * Records the email with everything that finds it again, in one round trip, before the provider hears of it.
 * The id is new, so nothing can stand in the way; an attempt that dies here leaves an email that never left.
 * True: the email is this attempt's to hand over.
 */
export async function recordEmail(email: Email, content: EmailContent): Promise<true> {
  await recordWith([{ ...keys.email(email.workspaceId, email.id), ...email }], email, content);
  return true;
}

/**
 * Takes an email over from an attempt that ended without an answer, and records again what that attempt may
 * not have come to. False when another was faster.
 */
export async function claimAgain(earlier: Email, email: Email, content: EmailContent): Promise<boolean> {
  const item: Item<Email> = { ...keys.email(email.workspaceId, email.id), ...email };
  const standing = await putItem<Email>(item, {
    expression: '#status = :queued AND #owner = :owner',
    names: { '#status': 'status', '#owner': 'owner' },
    values: { ':queued': 'queued', ':owner': earlier.owner ?? '' },
  });
  if (standing) return false;
  await recordWith([], email, content);
  return true;
}

/** Everything in one write; the email itself last, so that none is recorded that cannot be found. */
async function recordWith(
  items: Item<object>[],
  { workspaceId, id, to }: Email,
  content: EmailContent,
): Promise<void> {
  const kept = keepContent(workspaceId, id, content);
  const addresses = [...new Set(to.map(bareAddress))];
  const pointers = addresses.map((address) => keys.emailTo(workspaceId, address, id));
  const day = keys.logDay(workspaceId, utcDay(timeOfId(id)));
  await Promise.all([putItems([...unknown(day), kept.record, ...pointers, ...items]), kept.stored]);
  knownDays.add(nameOf(day));
}

const knownDays = new Set<string>();

/** Once a day for each workspace and function instance: the log's readers skip days without mail. */
const unknown = (day: Key): Key[] => (knownDays.has(nameOf(day)) ? [] : [day]);

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
