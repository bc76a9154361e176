import { ApiError, type CarrierNest, type ErrorDetail, type ImportedContacts } from '@carrier-nest/sdk';
import type { Refused, Row } from './parts';

export interface Destination {
  client: CarrierNest;
  audience: string;
  /** Stands on the suppressions that the import writes. */
  source: string;
}

/** What is left to send of a part. It is kept: whoever goes on sends the same under the same key. */
export interface Sending {
  rows: readonly Row[];
  idempotencyKey: string;
}

export type Outcome = { imported: ImportedContacts } | { refused: readonly Refused[]; rest: readonly Row[] };

/** A large part takes the service its time. */
const patience = { retries: 4, timeoutMs: 120_000 };

/** The API takes all rows or none. Where it names rows that it does not take, those are told apart from the rest. */
export async function send(
  { client, audience, source }: Destination,
  { rows, idempotencyKey }: Sending,
): Promise<Outcome> {
  const contacts = rows.map(({ contact }) => contact);
  try {
    const answer = await client.addMembers(audience, contacts, { source }, { idempotencyKey, ...patience });
    if (!('inserted' in answer)) throw new Error('The service answered to an import as to one person');
    return { imported: answer };
  } catch (error) {
    const reasons = error instanceof ApiError ? reasonsIn(error.details) : new Map<number, string>();
    if (reasons.size === 0) throw error;
    return parted(rows, reasons);
  }
}

/** By the number of the row, in the API's words. */
function reasonsIn(details: readonly ErrorDetail[]): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>();
  for (const { path, message } of details) {
    const [row, ...field] = path;
    if (typeof row !== 'number') continue;
    const said = message.startsWith('`') ? message : `${field.join('.')}: ${message}`;
    const before = reasons.get(row);
    reasons.set(row, before ? `${before}; ${said}` : said);
  }
  return reasons;
}

function parted(rows: readonly Row[], reasons: ReadonlyMap<number, string>): Outcome {
  const refused = rows.flatMap(({ line, cells }, index) => {
    const reason = reasons.get(index);
    return reason === undefined ? [] : [{ line, cells, reason }];
  });
  return { refused, rest: rows.filter((_row, index) => !reasons.has(index)) };
}
