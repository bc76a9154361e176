/** The fields of every page of a list. */
export interface Page<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * A list of items. `await` returns the first page, and `for await` iterates over all items. Each page is fetched when it
 * is needed, so a `break` stops further requests.
 */
export class List<Item, PageType extends Page<Item> = Page<Item>>
  implements PromiseLike<PageType>, AsyncIterable<Item>
{
  readonly #fetchPage: (cursor?: string) => Promise<PageType>;

  constructor(fetchPage: (cursor?: string) => Promise<PageType>) {
    this.#fetchPage = fetchPage;
  }

  then<FulfilledResult = PageType, RejectedResult = never>(
    onFulfilled?: ((page: PageType) => FulfilledResult | PromiseLike<FulfilledResult>) | null,
    onRejected?: ((error: unknown) => RejectedResult | PromiseLike<RejectedResult>) | null,
  ): Promise<FulfilledResult | RejectedResult> {
    return this.#fetchPage().then(onFulfilled, onRejected);
  }

  async *pages(): AsyncGenerator<PageType, void> {
    let page = await this.#fetchPage();
    yield page;
    while (page.next_cursor) {
      page = await this.#fetchPage(page.next_cursor);
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** Returns all items, or the first `max` items. */
  async toArray(max = Infinity): Promise<Item[]> {
    const items: Item[] = [];
    if (max <= 0) return items;
    for await (const item of this) if (items.push(item) >= max) break;
    return items;
  }
}
