import { randomInt } from 'node:crypto';
import { keys, shards } from '../../../../db/keys';
import { inPartition } from '../../../../db/query';
import { queryAll } from '../../../../db/table';
import { change, type Write } from '../../../../db/transaction';
import {
  enrolmentStatuses,
  type Enrolment,
  type EnrolmentCounts,
  type EnrolmentStatus,
} from '../../../../db/records/enrollments';

/*
 * A count moves in the transaction that moves the enrolment, so that it is always right. Transactions that write one
 * record at the same time refuse each other: each takes one of several, and together they are the count.
 */

/** Counts one more of these enrolments, and one less of what they were. */
export function countWrite(
  { workspaceId, automationId }: Pick<Enrolment, 'workspaceId' | 'automationId'>,
  { from, to }: { from?: EnrolmentStatus; to: EnrolmentStatus },
): Write {
  const shard = shards[randomInt(shards.length)] ?? 0;
  return change(keys.enrolmentCounts(workspaceId, automationId, shard), {
    add: { [to]: 1, ...(from && { [from]: -1 }) },
  });
}

const none: EnrolmentCounts = { active: 0, completed: 0, canceled: 0, failed: 0 };

/** How many enrolments each of these automations has, by its id: the automations of one page, newest first. */
export async function countsOf(
  workspaceId: string,
  ids: readonly string[],
): Promise<(automationId: string) => EnrolmentCounts> {
  const [newest, oldest] = [ids[0], ids.at(-1)];
  if (newest === undefined || oldest === undefined) return () => none;
  const first = keys.enrolmentCounts(workspaceId, oldest, '');
  const between = [first.sk, keys.enrolmentCounts(workspaceId, newest, '~').sk] as const;
  const counts = new Map<string, EnrolmentCounts>();
  for (const part of await queryAll<Partial<EnrolmentCounts>>(inPartition(first.pk, { between }))) {
    const id = part.sk.slice(0, part.sk.indexOf('#'));
    counts.set(id, sum(counts.get(id) ?? none, part));
  }
  return (id) => counts.get(id) ?? none;
}

const sum = (a: EnrolmentCounts, b: Partial<EnrolmentCounts>): EnrolmentCounts =>
  Object.fromEntries(
    enrolmentStatuses.map((status) => [status, a[status] + (b[status] ?? 0)]),
  ) as EnrolmentCounts;
