/** A function's answer has at most 6 MB. It carries the body as a string, so its JSON is escaped once more. */
export const answerBytesMax = 5_000_000;

/** What a row takes of an answer. */
export const answerBytes = (row: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(row) ?? ''));
