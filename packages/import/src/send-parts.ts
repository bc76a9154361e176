import { ApiError, type CarrierNest, type ErrorDetail, type ImportedContacts } from '../../sdk/src';
import type { AcceptedRow, ImportPlan, RefusedRow } from './plan-import';
import { suppressionOf } from './statuses';
import { suppressAddresses } from './suppress-addresses';

export interface ImportDestination {
  client: CarrierNest;
  audience: string;
  /** Recorded on the suppressions that the import creates. */
  source: string;
}

/** The totals of all imported rows, in the fields of the API. */
export type ImportTotals = Omit<ImportedContacts, 'automations_started'>;

/** The progress of an import. An import that resumes with it repeats no request with another Idempotency-Key. */
export interface ImportProgress {
  /** The prefix of the Idempotency-Keys. Each import has a new one, so that a deliberate second import is no replay. */
  importId: string;
  partsDone: number;
  rowsDone: number;
  totals: ImportTotals;
  /** The rows that only the service refused. */
  refused: readonly RefusedRow[];
}

export const startProgress = (): ImportProgress => ({
  importId: crypto.randomUUID(),
  partsDone: 0,
  rowsDone: 0,
  totals: {
    inserted: 0,
    updated: 0,
    skipped: 0,
    unsubscribed: 0,
    bounced: 0,
    complained: 0,
    suppressed: 0,
    properties_created: [],
    contact_count: 0,
  },
  refused: [],
});

/**
 * Sends the parts that are not done yet, the opt-outs first, and yields the progress after each part. To stop between
 * two parts, end the iteration.
 */
export async function* sendParts(
  destination: ImportDestination,
  { parts, refusedOptOuts }: Pick<ImportPlan, 'parts' | 'refusedOptOuts'>,
  progress: ImportProgress,
): AsyncGenerator<ImportProgress> {
  // A suppression is idempotent, so a resumed import may write it again.
  if (progress.partsDone === 0)
    await suppressAddresses(
      destination.client,
      refusedOptOuts.map(({ status, ...optOut }) => ({ ...optOut, ...suppressionOf[status] })),
    );
  let current = progress;
  for (const [index, rows] of parts.entries()) {
    if (index < progress.partsDone) continue;
    const { imported, refused } = await sendPart(destination, rows, `${progress.importId}-${index}`);
    current = {
      ...current,
      partsDone: index + 1,
      rowsDone: current.rowsDone + rows.length,
      totals: imported ? addTotals(current.totals, imported) : current.totals,
      refused: [...current.refused, ...refused],
    };
    yield current;
  }
}

/** About a minute of retries. A large part on a busy service needs a long timeout. */
const requestSettings = { retries: 12, timeoutMs: 180_000 };

/**
 * Sends one part. The API imports all rows or none, so the part is sent again without the rows that the API refuses,
 * until the API accepts it.
 */
async function sendPart(
  { client, audience, source }: ImportDestination,
  part: readonly AcceptedRow[],
  partKey: string,
): Promise<{ imported?: ImportedContacts; refused: RefusedRow[] }> {
  const refused: RefusedRow[] = [];
  let rows = part;
  for (let attempt = 0; rows.length > 0; attempt += 1) {
    const settings = {
      idempotencyKey: attempt === 0 ? partKey : `${partKey}-${attempt}`,
      ...requestSettings,
    };
    try {
      const contacts = rows.map(({ contact }) => contact);
      const imported = await client.addMembers(audience, contacts, { source }, settings);
      if (!('inserted' in imported)) throw new Error('The service responded as if to a single contact');
      return { imported, refused };
    } catch (error) {
      const reasons = error instanceof ApiError ? collectReasons(error.details) : new Map<number, string>();
      if (reasons.size === 0) throw error;
      refused.push(...refusedRows(rows, reasons));
      rows = rows.filter((_row, index) => !reasons.has(index));
    }
  }
  return { refused };
}

/** Collects the API's reasons by row index. */
function collectReasons(details: readonly ErrorDetail[]): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>();
  for (const { path, message } of details) {
    const [row, ...field] = path;
    if (typeof row !== 'number') continue;
    const reason = message.startsWith('`') ? message : `${field.join('.')}: ${message}`;
    const previous = reasons.get(row);
    reasons.set(row, previous ? `${previous}; ${reason}` : reason);
  }
  return reasons;
}

const refusedRows = (rows: readonly AcceptedRow[], reasons: ReadonlyMap<number, string>): RefusedRow[] =>
  rows.flatMap(({ line, cells }, index) => {
    const reason = reasons.get(index);
    return reason === undefined ? [] : [{ line, cells, reason }];
  });

/** Adds up every field except `contact_count`, which is the size of the audience after the latest part. */
const addTotals = (totals: ImportTotals, part: ImportedContacts): ImportTotals => ({
  inserted: totals.inserted + part.inserted,
  updated: totals.updated + part.updated,
  skipped: totals.skipped + part.skipped,
  unsubscribed: totals.unsubscribed + part.unsubscribed,
  bounced: totals.bounced + part.bounced,
  complained: totals.complained + part.complained,
  suppressed: totals.suppressed + part.suppressed,
  properties_created: [...totals.properties_created, ...part.properties_created],
  contact_count: part.contact_count,
});
