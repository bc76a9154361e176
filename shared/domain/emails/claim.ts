import { randomUUID } from 'node:crypto';
import { keys } from '../../db/keys';
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
 */
export async function recordEmail(email: Email, content: EmailContent): Promise<void> {
  const { workspaceId, id } = email;
  const kept = keepContent(workspaceId, id, content);
  const found = [...new Set(email.to.map(bareAddress))].map((address) =>
    keys.emailTo(workspaceId, address, id),
  );
  await Promise.all([
    putItems([{ ...keys.email(workspaceId, id), ...email }, kept.record, ...found]),
    kept.stored,
    rememberLogDay(workspaceId, id),
  ]);
}

/** Takes an email over from an attempt that ended without an answer. False when another was faster. */
export async function claimAgain(
  earlier: Email,
  attempt: { owner: string; attemptedAt: number },
): Promise<boolean> {
  const item: Item<Email> = { ...keys.email(earlier.workspaceId, earlier.id), ...earlier, ...attempt };
  const standing = await putItem<Email>(item, {
    expression: '#status = :queued AND #owner = :owner',
    names: { '#status': 'status', '#owner': 'owner' },
    values: { ':queued': 'queued', ':owner': earlier.owner ?? '' },
  });
  return !standing;
}

const knownDays = new Set<string>();

/** Once a day for each workspace and function instance: the log's readers skip days without mail. */
async function rememberLogDay(workspaceId: string, id: string): Promise<void> {
  const key = keys.logDay(workspaceId, utcDay(timeOfId(id)));
  const known = `${key.pk} ${key.sk}`;
  if (knownDays.has(known)) return;
  await putItem({ ...key });
  knownDays.add(known);
}
