/** What every list is, as the service answers it. */
export interface Page<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * A list: `await` gives its first page, `for await` goes through all of it. Pages are asked for when they are needed,
 * so leaving the loop ends the reading.
 */
export class List<Item, One extends Page<Item> = Page<Item>>
  implements PromiseLike<One>, AsyncIterable<Item>
{
  readonly #read: (cursor?: string) => Promise<One>;

  constructor(read: (cursor?: string) => Promise<One>) {
    this.#read = read;
  }

  then<A = One, B = never>(
    taken?: ((page: One) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#read().then(taken, failed);
  }

  async *pages(): AsyncGenerator<One, void> {
    let page = await this.#read();
    yield page;
    while (page.next_cursor) {
      page = await this.#read(page.next_cursor);
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** All of it, or its first `max`. */
  async toArray(max = Infinity): Promise<Item[]> {
    const items: Item[] = [];
    if (max <= 0) return items;
    for await (const item of this) if (items.push(item) >= max) break;
    return items;
  }
}
