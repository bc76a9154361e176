import { shards, schedulePartitions } from '../../../../db/keys';
import type { Page } from '../../../../db/page';
import { partitionQuery } from '../../../../db/query';
import { readShardsPage } from '../../../../db/shards-page';
import { getItems } from '../../../../db/table';
import { enrollmentKey, pastEnrollmentKey } from './find';
import type { Enrollment, EnrollmentStatus, ScheduleEntry } from '../../../../db/records/enrollments';

interface EnrollmentsRequest {
  status: EnrollmentStatus | undefined;
  /** The id where the previous page ended. */
  before: string | undefined;
  limit: number;
}

/** With a status filter: the maximum number of enrollments read for one page, and the number per read. */
const [scannedMax, scanPageSize] = [2_000, 100];

/** A page of the automation's enrollments, newest first. With a status filter, a page may be short or even empty. */
export async function listEnrollments(
  workspaceId: string,
  automationId: string,
  { status, before, limit }: EnrollmentsRequest,
): Promise<Page<Enrollment>> {
  const size = status === undefined ? limit : scanPageSize;
  const records: Enrollment[] = [];
  let next = before ?? null;
  for (let scanned = 0; ;) {
    const entries = await listScheduleEntries(workspaceId, automationId, {
      before: next ?? undefined,
      limit: size,
    });
    const enrollments = await loadEnrollments(entries.records);
    records.push(...enrollments.filter((enrollment) => status === undefined || enrollment.status === status));
    scanned += entries.records.length;
    next = entries.next;
    if (records.length > limit)
      return { records: records.slice(0, limit), next: records[limit - 1]?.id ?? null };
    if (next === null || records.length === limit || scanned >= scannedMax) return { records, next };
  }
}

function listScheduleEntries(
  workspaceId: string,
  automationId: string,
  { before, limit }: Pick<EnrollmentsRequest, 'before' | 'limit'>,
): Promise<Page<ScheduleEntry>> {
  const queries = schedulePartitions(workspaceId, automationId).map((pk) =>
    partitionQuery(pk, { before, descending: true }),
  );
  return readShardsPage<ScheduleEntry>(queries, limit, {
    sizes: pageSizesFor(limit),
    pageReadsMax: Infinity,
  });
}

/** The first read takes about an equal share of the page from each shard. */
const pageSizesFor =
  (limit: number) =>
  (pagesRead: number): number =>
    pagesRead === 0 ? Math.ceil(limit / shards.length) + 2 : 5;

/** Loads the enrollments in the order of their entries, without entries whose enrollment was never written. */
async function loadEnrollments(entries: readonly ScheduleEntry[]): Promise<Enrollment[]> {
  const latest = await getItems(entries.map(enrollmentKey));
  const found = new Map(latest.map((enrollment) => [enrollment.id, enrollment]));
  const missing = entries.filter(({ id }) => !found.has(id));
  for (const past of await getItems(missing.map(pastEnrollmentKey))) found.set(past.id, past);
  return entries.flatMap(({ id }) => found.get(id) ?? []);
}
