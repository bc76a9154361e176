import { chunksOf } from '../../../../../shared/core/chunks';
import type { AcceptedRow, People } from './read-people';

const rowsMax = 1_000;
const megabyte = 1_048_576;
/** Below the 5 MB that the API accepts. */
const bytesMax = 4 * megabyte;

/** Splits the rows into requests. Rows with the same address stay together, so that the API recognizes repeats. */
export function splitIntoParts(accepted: People['accepted']): AcceptedRow[][] {
  const parts: AcceptedRow[][] = [];
  let [part, bytes]: [AcceptedRow[], number] = [[], 0];
  for (const rows of [...accepted.values()].flatMap((addressRows) => chunksOf(addressRows, rowsMax))) {
    const rowsBytes = bytesOf(rows);
    if (part.length > 0 && (part.length + rows.length > rowsMax || bytes + rowsBytes > bytesMax)) {
      parts.push(part);
      [part, bytes] = [[], 0];
    }
    part.push(...rows);
    bytes += rowsBytes;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

const bytesOf = (rows: readonly AcceptedRow[]): number => Buffer.byteLength(JSON.stringify(rows));
