import { enqueue, type QueueMessage } from '../../../aws/queues';
import { is } from '../../../db/condition';
import { dueKeys, keys, type DueLane } from '../../../db/keys';
import { endLease, takeLease, type Leased } from '../../../db/lease';
import { merge } from '../../../db/merge';
import { inIndex } from '../../../db/query';
import { updateItem, type Item } from '../../../db/table';
import type { QueueName } from '../../../core/needs';
import { queueDelayMaxMs } from '../../../aws/queue-delay';
import { iso, minuteMs, now } from '../../../core/time';
import { giveBack, reserveRate, type Slot } from './pace';
import { dueJobs, type DueRecord, type RatePart } from './registry';
import { wakeIn } from './set-alarm';

/** An alarm rings when its minute begins, or a moment before: a queue delays by whole seconds, and clocks differ. */
const aheadMs = minuteMs + 5_000;

interface LaneRow {
  lane: DueLane;
  /** Handed out together: few enough that a death hands out little twice. */
  batchSize: number;
  /** So far ahead it may take of the account's rate. */
  aheadMaxMs: number;
  /** When it is looked at again once there is no more room. */
  againAfterMs: number;
  /** What comes after it is due a moment later, without an alarm. */
  goesOn?: true;
}

const single = { batchSize: 50, aheadMaxMs: queueDelayMaxMs, againAfterMs: 5 * minuteMs };

/** The first never waits for those after it. */
const lanes: readonly LaneRow[] = [
  { lane: 'WEBHOOK', ...single },
  { lane: 'WORK', ...single },
  { lane: 'MAIL', ...single },
  { lane: 'STEP', ...single },
  // A hundred recipients each, and a minute of the rate at most: what others have to send waits no longer than that.
  { lane: 'CAMPAIGN', batchSize: 1, aheadMaxMs: minuteMs, againAfterMs: minuteMs / 2, goesOn: true },
];

/** One lane may take so long, so that all have their turn, and a last batch each, within the function's minute. */
const laneMs = 45_000 / lanes.length;

/** Longer than the function may run. */
const leaseMs = 70_000;

/**
 * What became of a lane. `no room`: the account's rate is given away, and the rest stays due. `more soon`: so it is of
 * what comes after it.
 */
export type Drained = 'done' | 'more soon' | 'no room' | 'out of time' | 'somebody else is at it';

/** When a lane is looked at again of which something may be left, ms. */
function waitMs(drained: Drained, { againAfterMs }: LaneRow): number | undefined {
  switch (drained) {
    case 'done':
      return undefined;
    case 'more soon':
    case 'no room':
      return againAfterMs;
    case 'out of time':
      return 0;
    case 'somebody else is at it':
      return 5_000;
  }
}

/** Hands out everything that is due by now or within the minute that begins, in its order and at the account's pace. */
export async function drainDueWork(): Promise<ReadonlyMap<DueLane, Drained>> {
  const drained = new Map<DueLane, Drained>();
  const waits = new Set<number>();
  for (const row of await lanesWithWork()) {
    const became = await drainAlone(row);
    drained.set(row.lane, became);
    const ms = waitMs(became, row);
    if (ms === undefined || waits.has(ms)) continue;
    // At once: should the function be stopped in a later lane, this one is looked at again all the same.
    waits.add(ms);
    await wakeIn(ms);
  }
  return drained;
}

/** Asked of all at once, and before any lease is taken: most of what rings finds nothing due. */
async function lanesWithWork(): Promise<LaneRow[]> {
  const firsts = await Promise.all(lanes.map(({ lane }) => dueRecords(lane, { pageSize: 1 }).next()));
  return lanes.filter((_row, index) => !firsts[index]?.done);
}

/** Two at once would take the rate twice for the same mail. */
async function drainAlone(row: LaneRow): Promise<Drained> {
  const key = keys.drain(row.lane);
  const lease = await takeLease<Leased>(key, leaseMs);
  if (!lease?.leaseOwner) return 'somebody else is at it';
  try {
    return await drain(row, now() + laneMs);
  } finally {
    await endLease(key, lease.leaseOwner);
  }
}

async function drain({ lane, batchSize, aheadMaxMs, goesOn }: LaneRow, until: number): Promise<Drained> {
  let [waiting, handedOut]: [Item<DueRecord>[], number] = [[], 0];
  for await (const record of dueRecords(lane, { pageSize: 100 })) {
    waiting.push(record);
    if (waiting.length < batchSize) continue;
    if (!(await handOut(waiting, aheadMaxMs))) return 'no room';
    handedOut += waiting.length;
    waiting = [];
    if (now() >= until) return 'out of time';
  }
  if (waiting.length > 0 && !(await handOut(waiting, aheadMaxMs))) return 'no room';
  return goesOn && handedOut + waiting.length > 0 ? 'more soon' : 'done';
}

/** Of all shards, the longest due first: who comes later gets the later part of the rate. */
function dueRecords(
  lane: DueLane,
  { pageSize }: { pageSize: number },
): AsyncGenerator<Item<DueRecord>, void> {
  const upTo = iso(now() + aheadMs);
  const queries = dueKeys(lane).map((key) => inIndex('byDue', key, { upTo, pageSize }));
  return merge<DueRecord>(queries, ({ dueAt }) => dueAt, 'oldest first');
}

/**
 * First the messages, then the note that they are out: a death in between makes messages come twice, which their
 * worker expects, and never leaves work to nobody.
 */
async function handOut(records: readonly Item<DueRecord>[], aheadMaxMs: number): Promise<boolean> {
  const recipients = records.reduce((sum, { recipientCount = 0 }) => sum + recipientCount, 0);
  const from = Math.max(now(), Math.min(...records.map(({ dueAt }) => Date.parse(dueAt))));
  const slot = await reserveRate(recipients, { from, until: now() + aheadMaxMs });
  // What there is no room for stays due.
  if (!slot) return false;
  const { perRecipientMs } = slot;
  const handOuts = timesWithin(slot, records).map(({ record, at }) =>
    handOutOf(record, { startsAt: at, perRecipientMs }),
  );
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

function handOutOf(record: Item<DueRecord>, part: RatePart): HandOut {
  const { queue, message } = dueJobs[record.dueJob];
  const delaySeconds = Math.floor(Math.min(queueDelayMaxMs, Math.max(0, part.startsAt - now())) / 1000);
  return { record, queue, delaySeconds, message: { ...message(record, part), delaySeconds } };
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
