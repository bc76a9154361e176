import { chunksOf } from '../../../../../shared/core/chunks';
import type { Accepted, People } from './read-people';

const rowsMax = 1_000;
const megabyte = 1_048_576;
/** The API takes 5 MB. */
const bytesMax = 4 * megabyte;

/** The rows of one request. All of an address go together, so that the API counts its repeats as such. */
export function partsOf(accepted: People['accepted']): Accepted[][] {
  const parts: Accepted[][] = [];
  let [part, bytes]: [Accepted[], number] = [[], 0];
  for (const rows of [...accepted.values()].flatMap((all) => chunksOf(all, rowsMax))) {
    const more = bytesOf(rows);
    if (part.length > 0 && (part.length + rows.length > rowsMax || bytes + more > bytesMax)) {
      parts.push(part);
      [part, bytes] = [[], 0];
    }
    part.push(...rows);
    bytes += more;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

const bytesOf = (rows: readonly Accepted[]): number => Buffer.byteLength(JSON.stringify(rows));
