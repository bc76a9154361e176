/** Processes at most `concurrency` items at a time, and returns the results in the order of the items. */
export async function mapConcurrent<Item, Result>(
  concurrency: number,
  items: readonly Item[],
  mapItem: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const remaining = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of remaining) results[index] = await mapItem(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}
