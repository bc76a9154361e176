import { deflateRawSync } from 'node:zlib';
import DataLoader from 'dataloader';
import { inboundFeedId } from './find';
import { appendToFeed, type NewEntry } from './sequence';
import type { FeedMessage } from './publish';

/**
 * Returns a function that adds an event to its feeds, together with the other events that are added at the same time.
 * Create one such function for each batch of queue messages.
 */
export function feedAppender(): (message: FeedMessage) => Promise<void> {
  const appenders = new Map<string, DataLoader<NewEntry, undefined, string>>();
  return async (message) => {
    const { workspaceId, feedIds } = message;
    await Promise.all(
      feedIds.map((id) => {
        const name = `${workspaceId} ${id}`;
        const appender = appenders.get(name) ?? createAppender({ workspaceId, id });
        appenders.set(name, appender);
        return appender.load(id === inboundFeedId ? { id: message.eventId } : toEntry(message));
      }),
    );
  };
}

/** A repeated message of the same batch is added once. */
const createAppender = (feed: Parameters<typeof appendToFeed>[0]): DataLoader<NewEntry, undefined, string> =>
  new DataLoader(
    async (entries) => {
      await appendToFeed(feed, entries);
      return entries.map(() => undefined);
    },
    { cacheKeyFn: ({ id }) => id },
  );

/** The payload is deflated, so that payload and keys take no more write units than the payload alone. */
const toEntry = ({ eventId: id, payload, payloadKey }: FeedMessage): NewEntry => ({
  id,
  ...(payload !== undefined && { payload: deflateRawSync(payload) }),
  ...(payloadKey !== undefined && { payloadKey }),
});
