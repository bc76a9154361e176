import { isTooLongForAddress } from '../../../text/mailbox';
import { keys, suppressionsKey } from '../../../db/keys';
import { readPage, type Page } from '../../../db/page';
import { indexQuery, partitionQuery, type Query } from '../../../db/query';
import { queryAll } from '../../../db/table';
import { comparableAddress } from '../../../text/address';
import type { Suppression } from '../../../db/records/suppressions';

/** The suppressions of this address, one per scope, newest first. */
export async function listAddressSuppressions(workspaceId: string, address: string): Promise<Suppression[]> {
  if (isTooLongForAddress(address)) return [];
  const { pk } = keys.suppression(workspaceId, comparableAddress(address), '');
  const rows = await queryAll<Suppression>(partitionQuery(pk));
  return rows.sort((a, b) => (a.timeAt < b.timeAt ? 1 : -1));
}

/** A page of suppressions, newest first. */
export const listSuppressions = (
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Page<Suppression>> =>
  readPage<Suppression>(suppressionsQuery(workspaceId, before), limit, ({ timeAt }) => timeAt);

const suppressionsQuery = (workspaceId: string, before: string | undefined): Query =>
  indexQuery('byTime', suppressionsKey(workspaceId), { before, descending: true });
