import type { Ctx } from '../../../core/ctx';
import { contactPartitions, shards } from '../../../db/keys';
import type { Condition } from '../../../db/condition';
import { filtered, inPartition, type Query } from '../../../db/query';
import { countPages } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { now } from '../../../core/time';
import type { Audience } from '../../../db/records/audiences';
import { contactsOneByOne, isReadOneByOne } from './one-by-one';
import type { Asked } from './rule-of';

/** Before this, in ms, the function has to answer. */
export type Deadline = number;

/** To answer that it could not be counted. */
const leftMs = 2_000;

export const deadlineOf = ({ remainingMs }: Pick<Ctx, 'remainingMs'>): Deadline =>
  now() + remainingMs() - leftMs;

/** How many people keep the rule. 503 where the workspace has more contacts than can be counted until then. */
export async function countMatching(asked: Asked | undefined, deadline: Deadline): Promise<number> {
  if (!asked) return 0;
  const { rule, audience } = asked;
  const queries = contactPartitions(audience.workspaceId).map((pk) => filtered(inPartition(pk), rule));
  if (!isReadOneByOne(audience)) return total(queries, (query) => countShard(query, deadline));
  const few = await total(queries, (query) => countWithin(query, worthLooking(audience)));
  return Number.isNaN(few) ? countOneByOne(audience, rule) : few;
}

const total = async (queries: readonly Query[], count: (query: Query) => Promise<number>): Promise<number> =>
  (await Promise.all(queries.map(count))).reduce((sum, of) => sum + of, 0);

async function countShard(query: Query, deadline: Deadline): Promise<number> {
  let sum = 0;
  for await (const { count } of countPages(query)) {
    if (now() > deadline) throw tooMany();
    sum += count;
  }
  return sum;
}

const tooMany = (): ApiError =>
  new ApiError(
    'service_unavailable',
    'There are more contacts than can be looked through within one request: nothing was counted',
  );

/** So many contacts of each shard are looked through before it would cost as much to read the audience instead. */
const worthLooking = ({ contactCount }: Audience): number =>
  Math.ceil((4 * contactCount) / shards.length) + 100;

/** NaN: the shard has more contacts. */
async function countWithin(query: Query, lookedThroughMax: number): Promise<number> {
  const pagesMax = Math.ceil(lookedThroughMax / contactsOfPage);
  let [sum, pages] = [0, 0];
  for await (const { count, isLast } of countPages({ ...query, Limit: lookedThroughMax })) {
    sum += count;
    pages += 1;
    if (pages === pagesMax && !isLast) return Number.NaN;
  }
  return sum;
}

/** A page of a query ends after a megabyte too: with contacts of 700 bytes, after so many. */
const contactsOfPage = 1_500;

async function countOneByOne(audience: Audience, rule: Condition): Promise<number> {
  let count = 0;
  for await (const contacts of contactsOneByOne(audience, { ConsistentRead: false })) {
    count += contacts.filter((contact) => rule.holds(contact)).length;
  }
  return count;
}
