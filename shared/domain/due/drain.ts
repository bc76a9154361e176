import { enqueue, type QueueMessage } from '../../aws/queues';
import { is } from '../../db/condition';
import { dueKeys, keys, type DueLane } from '../../db/keys';
import { endLease, takeLease, type Leased } from '../../db/lease';
import { merge } from '../../db/merge';
import { inIndex } from '../../db/query';
import { updateItem, type Item } from '../../db/table';
import type { QueueName } from '../../needs';
import { queueDelayMaxMs } from '../../aws/queue-delay';
import { iso, minuteMs, now } from '../../time';
import { giveBack, reserveRate, type Slot } from './pace';
import { dueJobs, type DueRecord } from './registry';
import { wakeIn } from './set-alarm';

/** An alarm rings when its minute begins, or a moment before: a queue delays by whole seconds, and clocks differ. */
const aheadMs = minuteMs + 5_000;

/** Few enough that a death hands out little twice, and enough to keep up with an account that sends 500 a second. */
const batchSize = 50;

/** The first never waits for those after it. */
const lanes: readonly DueLane[] = ['WEBHOOK', 'WORK', 'STEP'];

/** One lane may take so long, so that the others have their turn before the function is stopped. */
const laneMs = 15_000;

/** Longer than the function may run. */
const leaseMs = 70_000;

/** What became of a lane. `no room`: the account's rate is given away, and the rest stays due. */
export type Drained = 'done' | 'no room' | 'out of time' | 'somebody else is at it';

/** When a lane is looked at again of which something may be left, ms. */
const againAfterMs: Record<Exclude<Drained, 'done'>, number> = {
  'no room': 5 * minuteMs,
  'out of time': 0,
  'somebody else is at it': 5_000,
};

/** Hands out everything that is due by now or within the minute that begins, in its order and at the account's pace. */
export async function drainDueWork(): Promise<ReadonlyMap<DueLane, Drained>> {
  const drained = new Map<DueLane, Drained>();
  for (const lane of lanes) drained.set(lane, await drainAlone(lane));
  const waits = [...drained.values()].flatMap((one) => (one === 'done' ? [] : againAfterMs[one]));
  for (const waitMs of new Set(waits)) await wakeIn(waitMs);
  return drained;
}

/** Two at once would take the rate twice for the same mail. */
async function drainAlone(lane: DueLane): Promise<Drained> {
  const key = keys.drain(lane);
  const lease = await takeLease<Leased>(key, leaseMs);
  if (!lease?.leaseOwner) return 'somebody else is at it';
  try {
    return await drain(lane, now() + laneMs);
  } finally {
    await endLease(key, lease.leaseOwner);
  }
}

async function drain(lane: DueLane, until: number): Promise<Drained> {
  let waiting: Item<DueRecord>[] = [];
  for await (const record of dueRecords(lane)) {
    waiting.push(record);
    if (waiting.length < batchSize) continue;
    if (!(await handOut(waiting))) return 'no room';
    waiting = [];
    if (now() >= until) return 'out of time';
  }
  return waiting.length === 0 || (await handOut(waiting)) ? 'done' : 'no room';
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
