import { randomInt } from 'node:crypto';
import { fromEntries } from '../../../../core/from-entries';
import { keys, shards } from '../../../../db/keys';
import { partitionQuery } from '../../../../db/query';
import { queryAll } from '../../../../db/table';
import { updateWrite, type TransactionWrite } from '../../../../db/transaction';
import {
  enrollmentStatuses,
  type Enrollment,
  type EnrollmentCounts,
  type EnrollmentStatus,
} from '../../../../db/records/enrollments';

/*
 * A count changes in the same transaction as the enrollment, so the count is always exact. Concurrent transactions on
 * one record conflict, so each transaction writes one of several shards at random. The count is the sum of the shards.
 */

/** Adds an enrollment to the count of its new status, and removes it from the count of its old status. */
export function countChangeWrite(
  { workspaceId, automationId }: Pick<Enrollment, 'workspaceId' | 'automationId'>,
  { from, to }: { from?: EnrollmentStatus; to: EnrollmentStatus },
): TransactionWrite {
  const shard = shards[randomInt(shards.length)] ?? 0;
  return updateWrite(keys.enrollmentCounts(workspaceId, automationId, shard), {
    add: { [to]: 1, ...(from && { [from]: -1 }) },
  });
}

const zeroCounts: EnrollmentCounts = { active: 0, completed: 0, canceled: 0, failed: 0 };

/** Loads the counts of a page of automations by id. `ids` must be sorted newest first. */
export async function loadEnrollmentCounts(
  workspaceId: string,
  ids: readonly string[],
): Promise<(automationId: string) => EnrollmentCounts> {
  const [newest, oldest] = [ids[0], ids.at(-1)];
  if (newest === undefined || oldest === undefined) return () => zeroCounts;
  const first = keys.enrollmentCounts(workspaceId, oldest, '');
  const between = [first.sk, keys.enrollmentCounts(workspaceId, newest, '~').sk] as const;
  const counts = new Map<string, EnrollmentCounts>();
  for (const shardCounts of await queryAll<Partial<EnrollmentCounts>>(
    partitionQuery(first.pk, { between }),
  )) {
    const id = shardCounts.sk.slice(0, shardCounts.sk.indexOf('#'));
    counts.set(id, addCounts(counts.get(id) ?? zeroCounts, shardCounts));
  }
  return (id) => counts.get(id) ?? zeroCounts;
}

const addCounts = (a: EnrollmentCounts, b: Partial<EnrollmentCounts>): EnrollmentCounts => ({
  ...a,
  ...fromEntries(enrollmentStatuses.map((status) => [status, a[status] + (b[status] ?? 0)] as const)),
});
