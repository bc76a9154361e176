import { importOptOuts } from '../consent-events';
import type { NewSuppression } from '../../../db/records/suppressions';
import type { ImportRow, ImportStatus } from '../../audience/imports/import-row';

/** The suppression for each status of a row. */
const suppressionByStatus: Record<Exclude<ImportStatus, 'subscribed'>, NewSuppression> = {
  unsubscribed: { scope: 'marketing', reason: 'unsubscribe' },
  bounced: { scope: 'all', reason: 'hard_bounce' },
  complained: { scope: 'all', reason: 'complaint' },
};

/** Suppresses addresses by the status of their rows, repeated rows included. Returns the number of new suppressions. */
export async function suppressRows(
  workspaceId: string,
  rows: readonly ImportRow[],
  detail: string,
): Promise<number> {
  let created = 0;
  for (const [status, suppression] of Object.entries(suppressionByStatus)) {
    const addresses = [...new Set(rows.filter((row) => row.status === status).map(({ email }) => email))];
    created += await importOptOuts(workspaceId, addresses, { ...suppression, detail });
  }
  return created;
}
