import { enqueue, type QueueMessage } from '../../aws/queues';
import { is } from '../../db/condition';
import { dueKeys, type DueLane } from '../../db/keys';
import { merge } from '../../db/merge';
import { inIndex } from '../../db/query';
import { updateItem, type Item } from '../../db/table';
import type { QueueName } from '../../needs';
import { queueDelayMaxMs } from '../../aws/queue-delay';
import { iso, minuteMs, now } from '../../time';
import { giveBack, reserveRate, type Slot } from './pace';
import { dueJobs, type DueRecord } from './registry';
import { setAlarm } from './set-alarm';

/** An alarm rings when its minute begins, or a moment before: a queue delays by whole seconds, and clocks differ. */
const aheadMs = minuteMs + 5_000;

const batchSize = 10;

/** What there is no room for asks again after so long. */
const againAfterMs = 5 * minuteMs;

/**
 * Hands out everything that is due by now or within the minute that begins, in its order and at the account's pace.
 * False: there was no room for all, and the rest stays due.
 */
export async function drainDueWork(): Promise<boolean> {
  await drain('WEBHOOK');
  const isDone = await drain('WORK');
  if (!isDone) await setAlarm(now() + againAfterMs);
  return isDone;
}

async function drain(lane: DueLane): Promise<boolean> {
  let waiting: Item<DueRecord>[] = [];
  for await (const record of dueRecords(lane)) {
    waiting.push(record);
    if (waiting.length < batchSize) continue;
    if (!(await handOut(waiting))) return false;
    waiting = [];
  }
  return waiting.length === 0 || handOut(waiting);
}

/** Of all shards, the longest due first: who comes later gets the later part of the rate. */
function dueRecords(lane: DueLane): AsyncGenerator<Item<DueRecord>, void> {
  const upTo = iso(now() + aheadMs);
  const queries = dueKeys(lane).map((key) => inIndex('byDue', key, { upTo, pageSize: 100 }));
  return merge<DueRecord>(queries, ({ dueAt }) => dueAt, 'oldest first');
}

/**
 * First the messages, then the note that they are out: a death in between makes messages come twice, which their
 * worker expects, and never leaves work to nobody.
 */
async function handOut(records: readonly Item<DueRecord>[]): Promise<boolean> {
  const recipients = records.reduce((sum, { recipientCount = 0 }) => sum + recipientCount, 0);
  const from = Math.max(now(), Math.min(...records.map(({ dueAt }) => Date.parse(dueAt))));
  const slot = await reserveRate(recipients, { from, until: now() + queueDelayMaxMs });
  // What there is no room for stays due.
  if (!slot) return false;
  const handOuts = timesWithin(slot, records).map(({ record, at }) => handOutOf(record, at));
  await enqueueAll(handOuts).catch(async (error: unknown) => {
    await giveBack(slot);
    throw error;
  });
  await Promise.all(handOuts.map(noteHandedOut));
  return true;
}

/** Each at its own time within the slot, after those before it, and never before it is due. */
function timesWithin({ startsAt, perRecipientMs }: Slot, records: readonly Item<DueRecord>[]) {
  let at = startsAt;
  return records.map((record) => {
    const time = Math.max(at, Date.parse(record.dueAt));
    at += (record.recipientCount ?? 0) * perRecipientMs;
    return { record, at: time };
  });
}

interface HandOut {
  record: Item<DueRecord>;
  queue: QueueName;
  message: QueueMessage;
  delaySeconds: number;
}

function handOutOf(record: Item<DueRecord>, at: number): HandOut {
  const { queue, message } = dueJobs[record.dueJob];
  const delaySeconds = Math.floor(Math.min(queueDelayMaxMs, Math.max(0, at - now())) / 1000);
  return { record, queue, delaySeconds, message: { ...message(record), delaySeconds } };
}

/** One call for each queue. */
function enqueueAll(handOuts: readonly HandOut[]): Promise<unknown> {
  const queues = [...new Set(handOuts.map(({ queue }) => queue))];
  const messagesFor = (name: QueueName) =>
    handOuts.filter(({ queue }) => queue === name).map(({ message }) => message);
  return Promise.all(queues.map((queue) => enqueue(queue, messagesFor(queue))));
}

/** A record that changed meanwhile keeps what it changed to. */
async function noteHandedOut({ record, delaySeconds }: HandOut): Promise<void> {
  const later = iso(now() + delaySeconds * 1000 + dueJobs[record.dueJob].graceMs);
  await updateItem<DueRecord>(record, { set: { dueAt: later } }, is('dueAt', record.dueAt));
}
