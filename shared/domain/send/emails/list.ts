import { keys, logPartitions, shards, statusKey } from '../../../db/keys';
import { mergeQueries } from '../../../db/merge-queries';
import { indexQuery, partitionQuery, type Query } from '../../../db/query';
import { getItems, queryPages, type PageSizes } from '../../../db/table';
import { isTooLongForAddress } from '../../../text/mailbox';
import { minuteMs, now, timeOfId } from '../../../core/time';
import { ifVisible, type Viewer } from '../../platform/api-keys/inbox-limit';
import { isRareStatus, type Email, type EmailStatus } from '../../../db/records/emails';

export interface EmailFilter {
  status?: EmailStatus | undefined;
  to?: string | undefined;
  /** Only emails that are older than the email with this id. */
  before?: string | undefined;
}

const pageSize = 100;

/**
 * Ids are distributed over the shards at random. A page needs an equal share of each shard and rarely more than four
 * additional emails, which do not increase the cost of the read. Later reads start small and grow, because a filter may
 * skip most of the emails.
 */
const shardPageSizes =
  (limit: number): PageSizes =>
  (pagesRead) =>
    pagesRead === 0 ? Math.ceil(limit / shards.length) + 4 : Math.min(5 * 2 ** (pagesRead - 1), pageSize);

/** The maximum number of records that are read for a page. The next page continues with the remaining records. */
const scannedMax = 10_000;

/** Lists emails, newest first, and returns the position to continue from, which is null at the end of the log. */
export async function listEmails(
  viewer: Viewer,
  filter: EmailFilter,
  limit: number,
): Promise<{ emails: Email[]; next: string | null }> {
  if (filter.to !== undefined && isTooLongForAddress(filter.to)) return { emails: [], next: null };
  const emails: Email[] = [];
  let scanned = 0;
  let last: Email | undefined;
  for await (const email of queryNewestFirst(viewer.workspaceId, filter, limit)) {
    if (last && (emails.length === limit || scanned === scannedMax)) return { emails, next: last.id };
    last = email;
    scanned++;
    const matchesFilter = !filter.status || email.status === filter.status;
    if (matchesFilter && ifVisible(viewer, email)) emails.push(email);
  }
  return { emails, next: null };
}

/** Queries the emails through the index that fits the filter best. */
function queryNewestFirst(
  workspaceId: string,
  { status, to, before }: EmailFilter,
  limit: number,
): AsyncGenerator<Email> {
  if (to !== undefined) return queryByRecipient(workspaceId, to, before);
  if (status && isRareStatus(status)) return queryByRareStatus(workspaceId, status, before);
  return queryAllEmails(workspaceId, before, shardPageSizes(limit));
}

async function* queryByRecipient(
  workspaceId: string,
  address: string,
  before: string | undefined,
): AsyncGenerator<Email> {
  const { pk } = keys.emailByRecipient(workspaceId, address, '');
  for await (const pointers of queryPages<object>(olderThan(pk, before))) {
    const emails = await getItems(pointers.map(({ sk }) => keys.email(workspaceId, sk)));
    yield* emails.sort(byNewest);
  }
}

async function* queryByRareStatus(workspaceId: string, status: EmailStatus, before: string | undefined) {
  const range = { before, descending: true, pageSize };
  const query = indexQuery('byStatus', statusKey(workspaceId, status), range);
  for await (const emails of queryPages<Email>(query)) yield* emails;
}

const queryAllEmails = (
  workspaceId: string,
  before: string | undefined,
  sizes: PageSizes,
): AsyncGenerator<Email> =>
  mergeQueries<Email>(
    logPartitions(workspaceId).map((pk) => ({ ...olderThan(pk, before), ConsistentRead: !isOld(before) })),
    ({ id }) => id,
    'newest first',
    sizes,
  );

/**
 * Pages after an old cursor are read with eventual consistency, for half the price. Such a page may show a changed
 * status a second late. It may also omit the latest emails of a running campaign, because the ids of these emails
 * contain the time when the campaign started. Other recently sent emails are on the first page.
 */
const isOld = (id: string | undefined): boolean => id !== undefined && timeOfId(id) < now() - minuteMs;

const olderThan = (pk: string, before: string | undefined): Query =>
  partitionQuery(pk, { before, descending: true, pageSize });

const byNewest = (a: Email, b: Email): number => (a.id < b.id ? 1 : -1);
