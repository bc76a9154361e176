import { shards, turnPartitions } from '../../../../db/keys';
import type { Page } from '../../../../db/page';
import { inPartition } from '../../../../db/query';
import { readShardsPage } from '../../../../db/shards-page';
import { getItems } from '../../../../db/table';
import { enrolmentKey, pastKey } from './find';
import type { Enrolment, EnrolmentStatus, Turn } from '../../../../db/records/enrollments';

interface Wanted {
  status: EnrolmentStatus | undefined;
  /** The id where the last page ended. */
  before: string | undefined;
  limit: number;
}

/** Where one status is asked for, so many are looked at for one page, and so many of them at once. */
const [lookedAtMax, lookedAtOnce] = [2_000, 100];

/** A page of the automation's enrolments, newest first. Of one status it may end early, even without any. */
export async function newestEnrolments(
  workspaceId: string,
  automationId: string,
  { status, before, limit }: Wanted,
): Promise<Page<Enrolment>> {
  const size = status === undefined ? limit : lookedAtOnce;
  const records: Enrolment[] = [];
  let next = before ?? null;
  for (let lookedAt = 0; ;) {
    const turns = await newestTurns(workspaceId, automationId, {
      before: next ?? undefined,
      limit: size,
    });
    const enrolments = await enrolmentsOf(turns.records);
    records.push(...enrolments.filter((one) => status === undefined || one.status === status));
    lookedAt += turns.records.length;
    next = turns.next;
    if (records.length > limit)
      return { records: records.slice(0, limit), next: records[limit - 1]?.id ?? null };
    if (next === null || records.length === limit || lookedAt >= lookedAtMax) return { records, next };
  }
}

function newestTurns(
  workspaceId: string,
  automationId: string,
  { before, limit }: Pick<Wanted, 'before' | 'limit'>,
): Promise<Page<Turn>> {
  const queries = turnPartitions(workspaceId, automationId).map((pk) =>
    inPartition(pk, { before, lastFirst: true }),
  );
  return readShardsPage<Turn>(queries, limit, { sizes: pieceSizes(limit), piecesMax: Infinity });
}

/** A page takes about its share of each shard. */
const pieceSizes =
  (limit: number) =>
  (piecesRead: number): number =>
    piecesRead === 0 ? Math.ceil(limit / shards.length) + 2 : 5;

/** In the order of their turns; a turn whose enrolment was never made is left out. */
async function enrolmentsOf(turns: readonly Turn[]): Promise<Enrolment[]> {
  const last = await getItems<Enrolment>(turns.map(enrolmentKey));
  const found = new Map(last.map((enrolment) => [enrolment.id, enrolment]));
  const others = turns.filter(({ id }) => !found.has(id));
  for (const past of await getItems<Enrolment>(others.map(pastKey))) found.set(past.id, past);
  return turns.flatMap(({ id }) => found.get(id) ?? []);
}
