import { manyOptedOutElsewhere } from '../happenings';
import type { NewSuppression } from '../../../db/records/suppressions';
import type { ImportRow, ImportStatus } from '../../audience/imports/row';

/** What a status says of the mail that they may get. */
const suppressions: Record<Exclude<ImportStatus, 'subscribed'>, NewSuppression> = {
  unsubscribed: { scope: 'marketing', reason: 'unsubscribe' },
  bounced: { scope: 'all', reason: 'hard_bounce' },
  complained: { scope: 'all', reason: 'complaint' },
};

/** Suppresses whom their rows say so of, repeats too. Returns how many suppressions there were none of before. */
export async function suppressRows(
  workspaceId: string,
  rows: readonly ImportRow[],
  detail: string,
): Promise<number> {
  let created = 0;
  for (const [status, wanted] of Object.entries(suppressions)) {
    const addresses = [...new Set(rows.filter((row) => row.status === status).map(({ email }) => email))];
    created += await manyOptedOutElsewhere(workspaceId, addresses, { ...wanted, detail });
  }
  return created;
}
