import { withdrawFromPending, withdrawFromTopics } from '../later/withdraw';
import { liftSuppressions } from '../suppressions/lift';
import type { NewSuppression, Suppression, SuppressionScope } from '../suppressions/record';
import { suppress } from '../suppressions/suppress';
import { choose, chooseForMany } from '../topics/preferences';
import type { Topic } from '../topics/record';

/*
 * What can happen to people, and everybody who must hear of it: contract.md 4.20, a function for each row and a line
 * for each cell. Whatever the cause (the API, a link, a page, an event, an import), it goes through here. Addresses
 * come in parts of 25 at most, but for `manyChose`. What is done twice changes nothing.
 */

/** They want no marketing mail any more, or said so in another scope. */
export async function unsubscribed(
  workspaceId: string,
  addresses: readonly string[],
  scope: SuppressionScope = 'marketing',
): Promise<Suppression | undefined> {
  const row = await suppress(workspaceId, addresses, { scope, reason: 'unsubscribe' });
  await withdrawFromPending(workspaceId, addresses);
  return row;
}

/** Somebody decided that they get no mail. What is scheduled to them is dropped when it is due. */
export function suppressed(
  workspaceId: string,
  addresses: readonly string[],
  wanted: NewSuppression,
): Promise<Suppression | undefined> {
  return wanted.reason === 'unsubscribe'
    ? unsubscribed(workspaceId, addresses, wanted.scope)
    : suppress(workspaceId, addresses, wanted);
}

/** The receiving server refused mail to them for good. */
export async function bounced(workspaceId: string, addresses: readonly string[]): Promise<void> {
  await suppress(workspaceId, addresses, { scope: 'all', reason: 'hard_bounce' });
}

/** They called a mail spam. */
export async function complained(workspaceId: string, addresses: readonly string[]): Promise<void> {
  await suppress(workspaceId, addresses, { scope: 'all', reason: 'complaint' });
}

/** They may be mailed again, in this scope. Returns how many suppressions there were. */
export function lifted(
  workspaceId: string,
  addresses: readonly string[],
  scope: SuppressionScope,
): Promise<number> {
  return liftSuppressions(workspaceId, addresses, scope);
}

/**
 * Somebody chose which topics to get mail about. One that there is not is 422 `unknown_topic`, unless it may be gone by
 * now: then nothing is left to choose about it, but mail that was scheduled under it does not go out.
 */
export async function chose(
  workspaceId: string,
  address: string,
  choices: Readonly<Record<string, boolean>>,
  { mayBeGone = false } = {},
): Promise<void> {
  await choose(workspaceId, address, choices, mayBeGone);
  const optedOut = Object.keys(choices).filter((key) => choices[key] === false);
  await withdrawFromTopics(workspaceId, [address], optedOut);
}

/** The same, for many people and one topic. */
export async function manyChose(
  topic: Topic,
  addresses: readonly string[],
  subscribed: boolean,
): Promise<void> {
  await chooseForMany(topic, addresses, subscribed);
  if (!subscribed) await withdrawFromTopics(topic.workspaceId, addresses, [topic.key]);
}
