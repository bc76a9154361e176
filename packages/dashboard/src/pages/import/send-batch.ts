import { ApiError, type CarrierNest, type ErrorDetail, type ImportedContacts } from '@carrier-nest/sdk';
import type { RefusedRow, ImportRow } from './batches';

export interface ImportDestination {
  client: CarrierNest;
  audience: string;
  /** Stands on the suppressions that the import writes. */
  source: string;
}

/** What is left to send of a part. It is kept: whoever goes on sends the same under the same key. */
export interface BatchRequest {
  rows: readonly ImportRow[];
  idempotencyKey: string;
}

export type BatchOutcome =
  { imported: ImportedContacts } | { refused: readonly RefusedRow[]; remainingRows: readonly ImportRow[] };

/** A large part takes the service its time. */
const requestSettings = { retries: 4, timeoutMs: 120_000 };

/** The API takes all rows or none. Where it names rows that it does not take, those are told apart from the rest. */
export async function sendBatch(
  { client, audience, source }: ImportDestination,
  { rows, idempotencyKey }: BatchRequest,
): Promise<BatchOutcome> {
  const contacts = rows.map(({ contact }) => contact);
  try {
    const response = await client.addMembers(
      audience,
      contacts,
      { source },
      { idempotencyKey, ...requestSettings },
    );
    if (!('inserted' in response)) throw new Error('The service answered to an import as to one person');
    return { imported: response };
  } catch (error) {
    const reasons = error instanceof ApiError ? collectReasons(error.details) : new Map<number, string>();
    if (reasons.size === 0) throw error;
    return splitRefused(rows, reasons);
  }
}

/** By the number of the row, in the API's words. */
function collectReasons(details: readonly ErrorDetail[]): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>();
  for (const { path, message } of details) {
    const [row, ...field] = path;
    if (typeof row !== 'number') continue;
    const reasonText = message.startsWith('`') ? message : `${field.join('.')}: ${message}`;
    const previous = reasons.get(row);
    reasons.set(row, previous ? `${previous}; ${reasonText}` : reasonText);
  }
  return reasons;
}

function splitRefused(rows: readonly ImportRow[], reasons: ReadonlyMap<number, string>): BatchOutcome {
  const refused = rows.flatMap(({ line, cells }, index) => {
    const reason = reasons.get(index);
    return reason === undefined ? [] : [{ line, cells, reason }];
  });
  return { refused, remainingRows: rows.filter((_row, index) => !reasons.has(index)) };
}
