import type { RequestContext } from '../../../core/request-context';
import { contactPartitions, shards } from '../../../db/keys';
import type { Condition } from '../../../db/condition';
import { withFilter, partitionQuery, type Query } from '../../../db/query';
import { countPages } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { now } from '../../../core/time';
import type { Contact } from '../../../db/records/contacts';
import type { Audience } from '../../../db/records/audiences';
import { iterateMemberContacts, isReadByMember } from './read-by-member';
import type { ContactQuery } from './contact-query';

/** The time in ms before which the function must respond. */
export type Deadline = number;

/** The time reserved for the error response if counting takes too long. */
const responseReserveMs = 2_000;

export const countDeadline = ({ remainingMs }: Pick<RequestContext, 'remainingMs'>): Deadline =>
  now() + remainingMs() - responseReserveMs;

/** Counts the contacts that match the rule. Refuses with 503 if the deadline passes first. */
export async function countMatching(
  contactQuery: ContactQuery | undefined,
  deadline: Deadline,
): Promise<number> {
  if (!contactQuery) return 0;
  const { rule, audience } = contactQuery;
  const queries = contactPartitions(audience.workspaceId).map((pk) => withFilter(partitionQuery(pk), rule));
  if (!isReadByMember(audience)) return sumCounts(queries, (query) => countShard(query, deadline));
  const partialCount = await sumCounts(queries, (query) => countUpTo(query, scannedMaxPerShard(audience)));
  return Number.isNaN(partialCount) ? countByMember(audience, rule) : partialCount;
}

const sumCounts = async (
  queries: readonly Query[],
  count: (query: Query) => Promise<number>,
): Promise<number> =>
  (await Promise.all(queries.map(count))).reduce((sum, shardCount) => sum + shardCount, 0);

async function countShard(query: Query, deadline: Deadline): Promise<number> {
  let sum = 0;
  for await (const { count } of countPages(query)) {
    if (now() > deadline) throw tooManyContactsError();
    sum += count;
  }
  return sum;
}

const tooManyContactsError = (): ApiError =>
  new ApiError(
    'service_unavailable',
    'The workspace has too many contacts to count the matching ones within one request',
  );

/** If a shard has more contacts than this, reading the audience's members costs less than scanning the contacts. */
const scannedMaxPerShard = ({ contactCount }: Audience): number =>
  Math.ceil((4 * contactCount) / shards.length) + 100;

/** Returns NaN if the shard has more than `scannedMax` contacts. */
async function countUpTo(query: Query, scannedMax: number): Promise<number> {
  const pagesMax = Math.ceil(scannedMax / contactsPerPage);
  let [sum, pages] = [0, 0];
  for await (const { count, isLast } of countPages({ ...query, Limit: scannedMax })) {
    sum += count;
    pages += 1;
    if (pages === pagesMax && !isLast) return Number.NaN;
  }
  return sum;
}

/** A query page also ends after 1 MB, which is about this many contacts of 700 bytes. */
const contactsPerPage = 1_500;

async function countByMember(audience: Audience, rule: Condition<Contact>): Promise<number> {
  let count = 0;
  for await (const contacts of iterateMemberContacts(audience, { ConsistentRead: false })) {
    count += contacts.filter((contact) => rule.matches(contact)).length;
  }
  return count;
}
