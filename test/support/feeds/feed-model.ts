import { setTimeout as sleep } from 'node:timers/promises';
import type { Feed } from '../../../shared/db/records/feeds';
import { keys } from '../../../shared/db/keys';
import { partitionQuery } from '../../../shared/db/query';
import type { FeedMessage } from '../../../shared/domain/platform/feeds/publish';
import type { FeedPosition, PositionedEvent } from '../../../shared/domain/platform/feeds/read';
import { newId } from '../../../shared/core/time';
import { useTable } from '../../db/support/use-table';

/** Kills the caller of an AWS call before or after the call, or delays the call. */
class Faults {
  isActive = false;

  constructor(private readonly shares: { death: number; delay: number }) {}

  async around<T>(call: () => Promise<T>): Promise<T> {
    if (!this.isActive) return call();
    if (Math.random() < this.shares.delay) await sleep(Math.random() * 40);
    if (Math.random() < this.shares.death) throw new Error('killed before a call');
    const result = await call();
    if (Math.random() < this.shares.death) throw new Error('killed after a call');
    return result;
  }
}

const faults = new Faults({ death: 0.004, delay: 0.05 });

type Modules = Awaited<ReturnType<typeof loadModules>>;

async function loadModules() {
  const { client } = await import('../../../shared/db/client');
  client.middlewareStack.add((next) => (args) => faults.around(() => next(args)), { step: 'initialize' });
  const sequence = await import('../../../shared/domain/platform/feeds/sequence');
  const read = await import('../../../shared/domain/platform/feeds/read');
  const create = await import('../../../shared/domain/platform/feeds/create');
  const appender = await import('../../../shared/domain/platform/feeds/feed-appender');
  const table = await import('../../../shared/db/table');
  return { ...table, ...sequence, ...read, ...create, ...appender };
}

/** The functions that write and read feeds, on a table of a real engine. */
export function useFeeds(): () => FeedModel {
  const db = useTable();
  let model: FeedModel | undefined;
  beforeAll(async () => {
    db();
    model = new FeedModel(await loadModules());
  });
  afterEach(() => {
    faults.isActive = false;
    jest.restoreAllMocks();
  });
  return () => {
    if (!model) throw new Error('Use the feeds only inside a test');
    return model;
  };
}

class FeedModel {
  constructor(readonly modules: Modules) {}

  createFeed(): Promise<Feed> {
    const request = { workspaceId: newId(), operation: { id: newId(), isRetry: false } };
    return this.modules.createFeed(request, { events: ['inbound'], inboxId: undefined });
  }

  append(feed: Feed, ids: readonly string[]): Promise<void> {
    return this.modules.appendToFeed(
      feed,
      ids.map((id) => ({ id })),
    );
  }

  /** Eight sequencers add the events, each event behind its predecessor in its chain. All of them die at random calls. */
  async appendChains({ workspaceId, id }: Feed, chains: readonly (readonly string[])[]): Promise<void> {
    const messages = chains.flatMap((chain): FeedMessage[] =>
      chain.map((eventId, index) => ({
        workspaceId,
        eventId,
        feeds: [{ id, earlier: chain.slice(Math.max(0, index - 1), index) }],
      })),
    );
    const queue = new Queue(shuffle(messages), 0.05);
    const append = async (batch: FeedMessage[]): Promise<FeedMessage[]> => {
      const add = this.modules.feedAppender();
      const outcomes = await Promise.allSettled(batch.map(add));
      return batch.filter((_message, index) => outcomes[index]?.status === 'rejected');
    };
    faults.isActive = true;
    await Promise.all(Array.from({ length: 8 }, () => queue.drain(append)));
    faults.isActive = false;
  }

  readAll(feed: Feed): Promise<string[]> {
    return this.readFrom(feed, this.modules.oldestPosition());
  }

  async readFrom(feed: Feed, position: FeedPosition): Promise<string[]> {
    const ids: string[] = [];
    for await (const events of this.modules.eventsFrom(feed, position)) ids.push(...idsOf(events));
    return ids;
  }

  /** Deletes the latest batches, as DynamoDB does in any order once they have expired. */
  async expireBatches(feed: Feed, count = Infinity): Promise<void> {
    const { pk } = keys.feedBatch(feed.workspaceId, feed.id, 0);
    const latestFirst = await this.modules.queryAll(partitionQuery(pk, { descending: true }));
    await this.modules.deleteItems(latestFirst.slice(0, count));
  }

  /**
   * Eight writers with different clocks add the events while four readers read them. All of them die at random calls.
   * Returns what each reader recorded.
   */
  async writeAndRead(feed: Feed, ids: readonly string[]): Promise<string[][]> {
    const queue = new Queue(ids, 0.05);
    const readers = Array.from({ length: 4 }, () => new Reader(this.modules, feed));
    const realNow = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + Math.floor((Math.random() - 0.5) * 60_000));
    faults.isActive = true;
    let isWriting = true;
    const reading = readers.map(async (reader) => {
      while (isWriting) {
        await reader.readOn().catch(() => undefined);
        await sleep(Math.random() * 50);
      }
    });
    const write = async (batch: readonly string[]): Promise<string[]> => {
      await this.append(feed, [...new Set(batch)]);
      return [];
    };
    await Promise.all(Array.from({ length: 8 }, () => queue.drain(write)));
    isWriting = false;
    await Promise.all(reading);
    faults.isActive = false;
    for (const reader of readers) await reader.readToEnd();
    return readers.map(({ record }) => record);
  }
}

const idsOf = (events: readonly PositionedEvent[]): string[] => events.map(({ id }) => id);

/** Delivers each message at least once, and again after the death of a writer. */
class Queue<Message> {
  private readonly messages: Message[];

  constructor(messages: readonly Message[], repeatedShare: number) {
    const repeated = messages.filter(() => Math.random() < repeatedShare);
    this.messages = [...messages, ...repeated];
    for (const message of repeated)
      this.messages.splice(Math.floor(Math.random() * this.messages.length), 0, message);
  }

  /** `work` returns the messages that failed. */
  async drain(work: (messages: Message[]) => Promise<Message[]>): Promise<void> {
    while (this.messages.length > 0) {
      const batch = this.messages.splice(0, 1 + Math.floor(Math.random() * 40));
      this.messages.push(...(await work(batch).catch(() => batch)));
    }
  }
}

const shuffle = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);

/** A reader that records what it read together with its position. */
class Reader {
  readonly record: string[] = [];
  private position: FeedPosition;

  constructor(
    private readonly modules: Modules,
    private readonly feed: Feed,
  ) {
    this.position = modules.oldestPosition();
  }

  async readOn(): Promise<void> {
    const limit = 1 + Math.floor(Math.random() * 100);
    const page: PositionedEvent[] = [];
    for await (const events of this.modules.eventsFrom(this.feed, this.position)) {
      page.push(...events);
      if (page.length >= limit) break;
    }
    if (Math.random() < 0.1) throw new Error('killed before it records the page');
    const taken = page.slice(0, limit);
    this.record.push(...idsOf(taken));
    this.position = taken.at(-1)?.next ?? this.position;
  }

  /** Reads until several reads find nothing. */
  async readToEnd(): Promise<void> {
    for (let emptyReads = 0; emptyReads < 5;) {
      const before = this.record.length;
      await this.readOn().catch(() => undefined);
      emptyReads = this.record.length > before ? 0 : emptyReads + 1;
    }
  }
}
