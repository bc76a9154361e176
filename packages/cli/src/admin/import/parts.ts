import { chunksOf } from '../../../../../shared/core/chunks';
import type { AcceptedRow, People } from './read-people';

const rowsMax = 1_000;
const megabyte = 1_048_576;
/** The API takes 5 MB. */
const bytesMax = 4 * megabyte;

/** The rows of one request. All of an address go together, so that the API counts its repeats as such. */
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
