import { keys, logPartition, logShards, statusKey, type Key } from '../../db/keys';
import { getItems, queryPage, type Item, type Query } from '../../db/table';
import { timeOfId, utcDay } from '../../time';
import { isRareStatus, type Email, type EmailStatus } from './record';

export interface LogFilter {
  status?: EmailStatus | undefined;
  to?: string | undefined;
  /** Only emails older than this one. */
  before?: string | undefined;
}

/** An id falls on a shard by chance, so the newest hundred are about a dozen of each. */
const shardPageSize = 25;

/** A page never looks at more records than this; what it did not reach comes with the next page. */
const lookedAtMax = 10_000;

/** Emails newest first, and the position to go on from; null at the end of the log. */
export async function readLog(
  workspaceId: string,
  filter: LogFilter,
  limit: number,
): Promise<{ emails: Email[]; next: string | null }> {
  const emails: Email[] = [];
  let lookedAt = 0;
  let last: Email | undefined;
  for await (const email of newestFirst(workspaceId, filter)) {
    if (last && (emails.length === limit || lookedAt === lookedAtMax)) return { emails, next: last.id };
    last = email;
    lookedAt++;
    if (!filter.status || email.status === filter.status) emails.push(email);
  }
  return { emails, next: null };
}

/** The narrowest way to the emails of this filter. */
function newestFirst(workspaceId: string, { status, to, before }: LogFilter): AsyncGenerator<Email> {
  if (to !== undefined) return sentTo(workspaceId, to, before);
  if (status && isRareStatus(status)) return withRareStatus(workspaceId, status, before);
  return wholeLog(workspaceId, before);
}

async function* sentTo(
  workspaceId: string,
  address: string,
  before: string | undefined,
): AsyncGenerator<Email> {
  const { pk } = keys.emailTo(workspaceId, address, '');
  for await (const pointers of pages<object>(olderThan(pk, before))) {
    const emails = await getItems<Email>(pointers.map(({ sk }) => keys.email(workspaceId, sk)));
    yield* emails.sort(byNewest);
  }
}

async function* withRareStatus(workspaceId: string, status: EmailStatus, before: string | undefined) {
  const key = statusKey(workspaceId, status);
  const query: Query = {
    IndexName: 'byStatus',
    ScanIndexForward: false,
    KeyConditionExpression: before ? 'statusKey = :key AND sk < :before' : 'statusKey = :key',
    ExpressionAttributeValues: { ':key': key, ...(before && { ':before': before }) },
  };
  for await (const emails of pages<Email>(query)) yield* emails;
}

async function* wholeLog(workspaceId: string, before: string | undefined): AsyncGenerator<Email> {
  const { pk } = keys.logDay(workspaceId, '');
  const lastDay = before ? `${utcDay(timeOfId(before))}~` : undefined;
  for await (const days of pages<object>(olderThan(pk, lastDay))) {
    for (const { sk: day } of days) yield* wholeDay(workspaceId, day, before);
  }
}

/** The shards of a day, merged: each is read a page at a time, as far as the reader goes. */
async function* wholeDay(
  workspaceId: string,
  day: string,
  before: string | undefined,
): AsyncGenerator<Email> {
  const shards = logShards.map((shard) =>
    records({ Limit: shardPageSize, ...olderThan(logPartition(workspaceId, day, shard), before) }),
  );
  const heads = await Promise.all(shards.map((shard) => shard.next()));
  for (;;) {
    const newest = indexOfNewest(heads);
    const head = heads[newest];
    const shard = shards[newest];
    if (!head || head.done || !shard) return;
    yield head.value;
    heads[newest] = await shard.next();
  }
}

function indexOfNewest(heads: IteratorResult<Email, void>[]): number {
  let newest = -1;
  let newestId = '';
  for (const [index, head] of heads.entries()) {
    if (head.done || head.value.id <= newestId) continue;
    [newest, newestId] = [index, head.value.id];
  }
  return newest;
}

async function* records(query: Query): AsyncGenerator<Email, void> {
  for await (const page of pages<Email>(query)) yield* page;
}

async function* pages<T>(query: Query): AsyncGenerator<Item<T>[]> {
  let from: Key | undefined;
  do {
    const page = await queryPage<T>({
      Limit: 100,
      ...query,
      ...(from && { ExclusiveStartKey: { ...from } }),
    });
    yield page.items;
    from = page.lastKey;
  } while (from);
}

const olderThan = (pk: string, before: string | undefined): Query => ({
  ScanIndexForward: false,
  KeyConditionExpression: before ? 'pk = :pk AND sk < :before' : 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk, ...(before && { ':before': before }) },
});

const byNewest = (a: Email, b: Email): number => (a.id < b.id ? 1 : -1);
