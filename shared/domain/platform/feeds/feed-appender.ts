import { deflateRawSync } from 'node:zlib';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { inboundFeedId } from './find';
import { containsEvent } from './read';
import { appendToFeed, type NewEntry } from './sequence';
import type { FeedMessage } from './publish';
import type { Feed } from '../../../db/records/feeds';

type FeedKey = Pick<Feed, 'workspaceId' | 'id'>;

/**
 * Returns a function that adds an event to its feeds, together with the other events that are added at the same time.
 * Create one such function for each batch of queue messages.
 */
export function feedAppender(): (message: FeedMessage) => Promise<void> {
  const appenders = new Map<string, FeedAppender>();
  return async (message) => {
    const { workspaceId, feeds } = message;
    await Promise.all(
      feeds.map(({ id, earlier }) => {
        const name = `${workspaceId} ${id}`;
        const appender = appenders.get(name) ?? new FeedAppender({ workspaceId, id });
        appenders.set(name, appender);
        return appender.append(id === inboundFeedId ? { id: message.eventId } : toEntry(message), earlier);
      }),
    );
  };
}

/** How often and how long to wait for an event that another execution adds. */
const [earlierReads, earlierPauseMs] = [20, 250];

class FeedAppender {
  /** Resolves once `append` was called for all messages of the SQS batch. */
  private readonly batchReceived = setImmediate();

  /** For each event of these messages, resolves when the events before it are in the feed or about to be added. */
  private readonly ready = new Map<string, Promise<void>>();

  /** Resolves when all entries so far are in the feed. */
  private appended: Promise<void> = Promise.resolve();

  /** Adds entries in the order of the calls. A repeated message of the same batch is added once. */
  private readonly loader = new DataLoader<NewEntry, undefined, string>(
    async (entries) => {
      // One after another: an event of a later batch may follow one of an earlier batch, which may fail.
      this.appended = this.appended.then(() => appendToFeed(this.feed, entries));
      await this.appended;
      return entries.map(() => undefined);
    },
    { cacheKeyFn: ({ id }) => id },
  );

  constructor(private readonly feed: FeedKey) {}

  /** Adds the event behind the earlier ones. Fails if those are not in the feed after a while. */
  async append(entry: NewEntry, earlier: readonly string[]): Promise<void> {
    const ready = this.ready.get(entry.id) ?? this.waitForAll(earlier);
    this.ready.set(entry.id, ready);
    await ready;
    await this.loader.load(entry);
  }

  private async waitForAll(ids: readonly string[]): Promise<void> {
    await this.batchReceived;
    await Promise.all(ids.map((id) => this.ready.get(id) ?? this.waitFor(id)));
  }

  private async waitFor(id: string): Promise<void> {
    for (let read = 0; read < earlierReads; read += 1) {
      if (read > 0) await sleep(earlierPauseMs);
      if (await containsEvent(this.feed, id)) return;
    }
    throw new Error('An earlier event of the same message is not in the feed yet');
  }
}

/** The payload is deflated, so that payload and keys take no more write units than the payload alone. */
const toEntry = ({ eventId: id, payload, payloadKey }: FeedMessage): NewEntry => ({
  id,
  ...(payload !== undefined && { payload: deflateRawSync(payload) }),
  ...(payloadKey !== undefined && { payloadKey }),
});
