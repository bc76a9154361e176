import { keys } from '../../db/keys';
import { partitionQuery } from '../../db/query';
import { getItem, queryAll } from '../../db/table';
import { dayMs, now } from '../../core/time';
import type { Email, EmailEvent } from '../../db/records/emails';
import type { Feed } from '../../db/records/feeds';

/** For each feed that will contain an event, the events of the same email that the feed must contain before it. */
export type EarlierEvents = NonNullable<EmailEvent['feedEvent']>['earlier'];

/** An event that was recorded longer ago may have expired in the feed. */
const earlierMsMax = 7 * dayMs;

/**
 * Finds the events of the email that were recorded before. Waiting for the last event of a chain is enough, because that event waits for the others.
 * Reads nothing if no feed will contain the event.
 */
export async function findEarlierEvents(
  { workspaceId, id, providerMessageId }: Pick<Email, 'workspaceId' | 'id' | 'providerMessageId'>,
  feeds: readonly Feed[],
): Promise<EarlierEvents> {
  if (feeds.length === 0) return {};
  const [sent, reported] = await Promise.all([
    providerMessageId === null ? undefined : getItem(keys.sentEvent(workspaceId, providerMessageId)),
    queryAll<EmailEvent>(partitionQuery(keys.emailContent(workspaceId, id).pk, { beginsWith: 'E' })),
  ]);
  const oldest = now() - earlierMsMax;
  const recorded = [...(sent ? [sent] : []), ...reported]
    .filter(({ createdAt }) => Date.parse(createdAt) >= oldest)
    .flatMap(({ feedEvent }) => feedEvent ?? []);
  return Object.fromEntries(feeds.map((feed) => [feed.id, latestIn(feed.id, recorded)]));
}

/** The events of a feed that no other event of the feed follows. */
function latestIn(feedId: string, recorded: readonly NonNullable<EmailEvent['feedEvent']>[]): string[] {
  const inFeed = recorded.filter(({ earlier }) => feedId in earlier);
  const followed = new Set(inFeed.flatMap(({ earlier }) => earlier[feedId] ?? []));
  return inFeed.map(({ id }) => id).filter((id) => !followed.has(id));
}
