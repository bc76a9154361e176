/**
 * The maximum size of a response body. Lambda limits a response to 6 MB. The response contains the body as a string, so
 * the JSON of the body is escaped again.
 */
export const responseBytesMax = 5_000_000;

/** Returns the number of bytes that a row adds to a response. */
export const bytesInResponse = (row: object): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(row)));

/** Returns the row, with null as its text if the row does not fit into a response. */
export const withFittingText = <Row extends { text: string | null }>(row: Row): Row =>
  bytesInResponse(row) > responseBytesMax ? { ...row, text: null } : row;

/** Collects rows until a response is full. Always includes the first row, truncated if necessary. */
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
