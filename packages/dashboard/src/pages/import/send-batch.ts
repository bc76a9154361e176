import { ApiError, type CarrierNest, type ErrorDetail, type ImportedContacts } from '@carrier-nest/sdk';
import type { RefusedRow, ImportRow } from './batches';

export interface ImportDestination {
  client: CarrierNest;
  audience: string;
  /** Recorded on the suppressions that the import creates. */
  source: string;
}

/** The unsent rows of a batch. A resumed import sends these rows with the same Idempotency-Key. */
export interface BatchRequest {
  rows: readonly ImportRow[];
  idempotencyKey: string;
}

export type BatchOutcome =
  { imported: ImportedContacts } | { refused: readonly RefusedRow[]; remainingRows: readonly ImportRow[] };

/** A large batch needs a long timeout. */
const requestSettings = { retries: 4, timeoutMs: 120_000 };

/**
 * The API imports all rows or none. If the API reports invalid rows, returns them separately from the remaining rows.
 */
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
    if (!('inserted' in response))
      throw new Error('The service responded to an import as if it were a single contact');
    return { imported: response };
  } catch (error) {
    const reasons = error instanceof ApiError ? collectReasons(error.details) : new Map<number, string>();
    if (reasons.size === 0) throw error;
    return splitRefused(rows, reasons);
  }
}

/** Collects the API's reasons by row index. */
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
