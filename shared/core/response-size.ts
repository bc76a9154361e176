/**
 * The maximum size of a response body. Lambda limits a response to 6 MB, and the response contains the body as a
 * string, so the JSON of the body is escaped a second time.
 */
export const responseBytesMax = 5_000_000;

/** The bytes that a row adds to a response. */
export const bytesInResponse = (row: object): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(row)));

/** Collects the first rows that fit in one response. The first row is always included, truncated if necessary. */
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
