import { enqueueDueWork } from '../../aws/due-work-queue';
import { dueWorkKeys } from '../../db/keys';
import { queryPages, updateItem, type Item } from '../../db/table';
import { iso, minuteMs, now } from '../../time';
import { reserveRate } from './pace';
import type { Due, DueWork } from './record';

/** A record that is due. Only emails have recipients: nothing else takes of the account's rate. */
interface DueRecord extends Due {
  id: string;
  workspaceId: string;
  recipientCount?: number;
}

/** An alarm rings when its minute begins. */
const aheadMs = minuteMs;

/** As far as a message can be delayed: what there is no room for stays due, and a later sweep finds it. */
const delaySecondsMax = 900;

/** Whoever has the work may take so long; after that it is due again. */
const graceMs = 5 * minuteMs;

const batchSize = 10;

/** Hands out everything that is due by now or within a minute, at the account's pace. False: there was no room for all. */
export async function drainDueWork(): Promise<boolean> {
  const hasRoom = await Promise.all(dueWorkKeys().map((key) => drainShard(key)));
  return hasRoom.every(Boolean);
}

async function drainShard(dueKey: string): Promise<boolean> {
  for await (const records of dueRecords(dueKey)) {
    for (let start = 0; start < records.length; start += batchSize) {
      if (!(await handOut(records.slice(start, start + batchSize)))) return false;
    }
  }
  return true;
}

const dueRecords = (dueKey: string) =>
  queryPages<DueRecord>({
    IndexName: 'byDue',
    KeyConditionExpression: 'dueKey = :key AND dueAt <= :horizon',
    ExpressionAttributeValues: { ':key': dueKey, ':horizon': iso(now() + aheadMs) },
    Limit: 100,
  });

/**
 * First the messages, then the note that they are out: a death in between makes messages come twice, which their
 * worker expects, and never leaves work to nobody.
 */
async function handOut(records: readonly Item<DueRecord>[]): Promise<boolean> {
  const recipients = records.reduce((sum, { recipientCount = 0 }) => sum + recipientCount, 0);
  const paceSeconds = recipients === 0 ? 0 : Math.floor(((await reserveRate(recipients)) - now()) / 1000);
  if (paceSeconds > delaySecondsMax) return false;
  const messages = records.map((record) => ({
    body: { job: record.dueJob, workspaceId: record.workspaceId, id: record.id } satisfies DueWork,
    delaySeconds: Math.max(paceSeconds, secondsUntil(record.dueAt), 0),
  }));
  await enqueueDueWork(messages);
  await Promise.all(
    records.map((record, index) => noteHandedOut(record, messages[index]?.delaySeconds ?? 0)),
  );
  return true;
}

const secondsUntil = (dueAt: string): number => Math.floor((Date.parse(dueAt) - now()) / 1000);

/** A record that changed meanwhile keeps what it changed to. */
async function noteHandedOut({ pk, sk, dueAt }: Item<DueRecord>, delaySeconds: number): Promise<void> {
  await updateItem<DueRecord>(
    { pk, sk },
    {
      UpdateExpression: 'SET dueAt = :later',
      ConditionExpression: 'dueAt = :seen',
      ExpressionAttributeValues: { ':later': iso(now() + delaySeconds * 1000 + graceMs), ':seen': dueAt },
    },
  );
}
