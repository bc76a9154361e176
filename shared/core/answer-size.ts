/** A function's answer has at most 6 MB. It carries the body as a string, so its JSON is escaped once more. */
export const answerBytesMax = 5_000_000;

/** What a row takes of an answer. */
export const answerBytes = (row: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(row) ?? ''));

/** The first rows, as many as one answer can carry: one at least, cut if it must be. */
export async function fitting<T, Row>(
  all: AsyncIterable<T> | Iterable<T>,
  present: (one: T) => Row,
  cut: (row: Row) => Row = (row) => row,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = [];
  let bytes = 0;
  for await (const one of all) {
    const row = present(one);
    bytes += answerBytes(row);
    if (bytes > answerBytesMax) return { rows: rows.length > 0 ? rows : [cut(row)], isCut: true };
    rows.push(row);
  }
  return { rows, isCut: false };
}
