import { keys } from '../../../db/keys';
import { partitionQuery, type Query, type SortKeyRange } from '../../../db/query';
import { countItems, queryAll, queryPages } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import type { Engagement } from '../../../db/records/engagement';
import { allTime, type TimeRange } from './reconciliation-range';

type EmailIds = Pick<Email, 'workspaceId' | 'id'>;

/** Finds the reported opens and clicks of an email that occurred in the range, oldest first. */
export const findEngagement = (email: EmailIds, range = allTime): Promise<Engagement[]> =>
  queryAll<Engagement>(rangeQuery(email, range));

/** Finds the first event that occurred at this time or later and matches. */
export const findFirstEngagementFrom = (
  email: EmailIds,
  from: string,
  matches: (entry: Engagement) => boolean,
): Promise<Engagement | undefined> => findNearest(rangeQuery(email, { ...allTime, from }), matches);

/** Finds the last event that occurred before this time and matches. */
export const findLastEngagementBefore = (
  email: EmailIds,
  to: string,
  matches: (entry: Engagement) => boolean,
): Promise<Engagement | undefined> =>
  findNearest(rangeQuery(email, { ...allTime, to }, { descending: true }), matches);

export const countAllEngagement = (email: EmailIds): Promise<number> =>
  countItems({ ...rangeQuery(email, allTime), ConsistentRead: true });

function rangeQuery(
  { workspaceId, id }: EmailIds,
  { from, to }: TimeRange,
  options: SortKeyRange = {},
): Query {
  // The keys without an event id sort before the keys of all events at the same time.
  const [start, end] = [keys.engagement(workspaceId, id, from, ''), keys.engagement(workspaceId, id, to, '')];
  return partitionQuery(start.pk, { between: [start.sk, end.sk], ...options });
}

/** Ten events fit into one read unit, and the nearest match is usually one of them. */
const pageSize = (pagesRead: number): number => Math.min(10 * 2 ** pagesRead, 200);

async function findNearest(
  query: Query,
  matches: (entry: Engagement) => boolean,
): Promise<Engagement | undefined> {
  for await (const page of queryPages<Engagement>(query, pageSize)) {
    const found = page.find(matches);
    if (found) return found;
  }
  return undefined;
}
