/** A function's answer has at most 6 MB. It carries the body as a string, so its JSON is escaped once more. */
export const responseBytesMax = 5_000_000;

/** What a row takes of an answer. */
export const bytesInResponse = (row: object): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(row)));

/** The first rows, as many as one answer can carry: one at least, cut if it must be. */
export async function collectFittingRows<T, Row extends object>(
  all: AsyncIterable<T> | Iterable<T>,
  present: (item: T) => Row,
  truncateRow: (row: Row) => Row = (row) => row,
): Promise<{ rows: Row[]; isTruncated: boolean }> {
  const rows: Row[] = [];
  let bytes = 0;
  for await (const item of all) {
    const row = present(item);
    bytes += bytesInResponse(row);
    if (bytes > responseBytesMax)
      return { rows: rows.length > 0 ? rows : [truncateRow(row)], isTruncated: true };
    rows.push(row);
  }
  return { rows, isTruncated: false };
}
