import { ApiError, ConnectionError, TimeoutError } from './errors.ts';
import type { Operations } from './operations.ts';
import type { RequestOptions } from './requests.ts';
import { sleep } from './sleep.ts';
import type { FeedEvent, GetReceivedMessagesQuery, ListedMessage } from './schemas.ts';

type Filter = Omit<GetReceivedMessagesQuery, 'limit' | 'wait'>;

export interface WaitOptions extends RequestOptions {
  /** The time after which the result is undefined. Default: a minute. */
  waitMs?: number;
}

export interface FeedOptions extends RequestOptions {
  /** A cursor of the feed, or `now`. By default, the oldest event that is kept. */
  after?: string;
}

/** The longest wait of one request, in seconds. */
const waitMaxSeconds = 25;

/** A waiting request takes longer than the `timeoutMs` of a client may allow for other requests. */
const waitTimeoutMs = 60_000;

const waitingOptions = (options: RequestOptions): RequestOptions => ({
  ...options,
  timeoutMs: Math.max(options.timeoutMs ?? 0, waitTimeoutMs),
});

/** The pause after an error, and after a request that could not wait because too many requests are waiting. */
const pauseMs = 5_000;

/** The received messages of the workspace, in one order. */
export class Inbound {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  /** Iterates over the messages up to the latest one. */
  async *list(filter: Filter = {}, options?: RequestOptions): AsyncGenerator<ListedMessage, void> {
    let after = filter.after;
    for (;;) {
      const page = await this.#operations.getReceivedMessages(
        { ...filter, ...(after && { after }) },
        options,
      );
      yield* page.data;
      if (!page.has_more) return;
      after = page.next_cursor;
    }
  }

  /**
   * Waits for the next message, by default for one that arrives after the call. To miss no message, read the position
   * first with `getReceivedMessages({ after: 'now' })`, and pass its `next_cursor` as `after`.
   */
  async wait(filter: Filter = {}, options: WaitOptions = {}): Promise<ListedMessage | undefined> {
    const { waitMs = 60_000, ...requestOptions } = options;
    const endsAt = Date.now() + waitMs;
    const isNow = filter.after === undefined || filter.after === 'now';
    // A retry of a request with `now` would skip what arrived since the first attempt.
    let after = isNow ? await this.#latest(requestOptions) : filter.after;
    for (;;) {
      const wait = Math.min(waitMaxSeconds, Math.max(0, (endsAt - Date.now()) / 1000));
      const startedAt = Date.now();
      const query = { ...filter, after, limit: 1, wait };
      const { data, next_cursor: next } = await this.#operations.getReceivedMessages(
        query,
        waitingOptions(requestOptions),
      );
      if (data[0] || Date.now() >= endsAt) return data[0];
      after = next;
      if (hasNotWaited(startedAt, wait)) await sleep(Math.min(pauseMs, endsAt - Date.now()), options.signal);
    }
  }

  async #latest(options: RequestOptions): Promise<string> {
    const page = await this.#operations.getReceivedMessages({ after: 'now', limit: 1 }, options);
    return page.next_cursor;
  }
}

/** The conversations of the workspace. */
export class Threads {
  readonly #inbound: Inbound;

  constructor(inbound: Inbound) {
    this.#inbound = inbound;
  }

  /** Waits for the next message of a conversation, by default for one that arrives after the call. */
  waitForReply(
    threadId: string,
    { after, ...options }: WaitOptions & { after?: string } = {},
  ): Promise<ListedMessage | undefined> {
    return this.#inbound.wait({ thread_id: threadId, ...(after !== undefined && { after }) }, options);
  }
}

/** The feeds of events. */
export class Feeds {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  /**
   * Iterates over the events of a feed without end. After an error of the connection or the service, it continues after
   * the last event. Store the `cursor` of an event to continue in another process.
   */
  async *events(id: string, { after, ...options }: FeedOptions = {}): AsyncGenerator<FeedEvent, void> {
    let position = after;
    for (;;) {
      const startedAt = Date.now();
      const query = { wait: waitMaxSeconds, ...(position !== undefined && { after: position }) };
      const page = await this.#operations
        .getFeedEvents(id, query, waitingOptions(options))
        .catch(passIfTemporary);
      for (const row of page?.data ?? []) yield row;
      position = page?.next_cursor ?? position;
      const isIdle = !page || (page.data.length === 0 && hasNotWaited(startedAt, waitMaxSeconds));
      if (isIdle) await sleep(pauseMs, options.signal);
    }
  }
}

const hasNotWaited = (startedAt: number, waitSeconds: number): boolean =>
  Date.now() - startedAt < (waitSeconds * 1000) / 2;

/** Throws errors that another attempt would repeat. */
function passIfTemporary(error: unknown): undefined {
  const isTemporary =
    error instanceof ApiError
      ? error.status >= 500 || error.status === 429
      : error instanceof ConnectionError || error instanceof TimeoutError;
  if (!isTemporary) throw error;
}
