import { enqueue, type QueueMessage } from '../../../aws/queues';
import { is } from '../../../db/condition';
import { dueKeys, keys, type DueLane } from '../../../db/keys';
import { releaseLease, acquireLease } from '../../../db/lease';
import { mergeQueries } from '../../../db/merge-queries';
import { indexQuery } from '../../../db/query';
import { updateItem, type Item } from '../../../db/table';
import type { QueueName } from '../../../core/needs';
import { queueDelayMaxMs } from '../../../aws/queue-delay';
import { toIso, minuteMs, now } from '../../../core/time';
import { releaseRate, reserveSendRate, type RateReservation } from './reserve-rate';
import { dueJobs, type DueRecord, type RateAllocation } from './due-jobs';
import { scheduleWakeupIn } from './schedule-wakeup';

/** An alarm rings when its minute begins, or a moment before: a queue delays by whole seconds, and clocks differ. */
const lookAheadMs = minuteMs + 5_000;

interface LaneConfig {
  lane: DueLane;
  /** Handed out together: few enough that a death hands out little twice. */
  batchSize: number;
  /** So far ahead it may take of the account's rate. */
  rateLookAheadMaxMs: number;
  /** When it is looked at again once there is no more room. */
  retryAfterMs: number;
  /** What comes after it is due a moment later, without an alarm. */
  refills?: true;
}

const defaultConfig = { batchSize: 50, rateLookAheadMaxMs: queueDelayMaxMs, retryAfterMs: 5 * minuteMs };

/** The first never waits for those after it. */
const lanes: readonly LaneConfig[] = [
  { lane: 'WEBHOOK', ...defaultConfig },
  { lane: 'WORK', ...defaultConfig },
  { lane: 'MAIL', ...defaultConfig },
  { lane: 'STEP', ...defaultConfig },
  // A hundred recipients each, and a minute of the rate at most: what others have to send waits no longer than that.
  { lane: 'CAMPAIGN', batchSize: 1, rateLookAheadMaxMs: minuteMs, retryAfterMs: minuteMs / 2, refills: true },
];

/** One lane may take so long, so that all have their turn, and a last batch each, within the function's minute. */
const laneTimeLimitMs = 45_000 / lanes.length;

/** Longer than the function may run. */
const leaseMs = 70_000;

/**
 * What became of a lane. `rate exhausted`: the account's rate is given away, and the rest stays due. `more soon`: so it is of
 * what comes after it.
 */
export type DrainResult = 'done' | 'more soon' | 'rate exhausted' | 'out of time' | 'locked';

/** When a lane is looked at again of which something may be left, ms. */
function retryDelayMs(result: DrainResult, { retryAfterMs }: LaneConfig): number | undefined {
  switch (result) {
    case 'done':
      return undefined;
    case 'more soon':
    case 'rate exhausted':
      return retryAfterMs;
    case 'out of time':
      return 0;
    case 'locked':
      return 5_000;
  }
}

/** Hands out everything that is due by now or within the minute that begins, in its order and at the account's pace. */
export async function drainDueWork(): Promise<ReadonlyMap<DueLane, DrainResult>> {
  const results = new Map<DueLane, DrainResult>();
  const waits = new Set<number>();
  for (const config of await findLanesWithWork()) {
    const result = await drainWithLease(config);
    results.set(config.lane, result);
    const ms = retryDelayMs(result, config);
    if (ms === undefined || waits.has(ms)) continue;
    // At once: should the function be stopped in a later lane, this one is looked at again all the same.
    waits.add(ms);
    await scheduleWakeupIn(ms);
  }
  return results;
}

/** Asked of all at once, and before any lease is taken: most of what rings finds nothing due. */
async function findLanesWithWork(): Promise<LaneConfig[]> {
  const firsts = await Promise.all(lanes.map(({ lane }) => queryDueRecords(lane, { pageSize: 1 }).next()));
  return lanes.filter((_row, index) => !firsts[index]?.done);
}

/** Two at once would take the rate twice for the same mail. */
async function drainWithLease(config: LaneConfig): Promise<DrainResult> {
  const key = keys.laneLock(config.lane);
  const lease = await acquireLease(key, leaseMs);
  if (!lease?.leaseOwner) return 'locked';
  try {
    return await drain(config, now() + laneTimeLimitMs);
  } finally {
    await releaseLease(key, lease.leaseOwner);
  }
}

async function drain(
  { lane, batchSize, rateLookAheadMaxMs, refills }: LaneConfig,
  until: number,
): Promise<DrainResult> {
  let [batch, dispatchedCount]: [Item<DueRecord>[], number] = [[], 0];
  for await (const record of queryDueRecords(lane, { pageSize: 100 })) {
    batch.push(record);
    if (batch.length < batchSize) continue;
    if (!(await dispatchBatch(batch, rateLookAheadMaxMs))) return 'rate exhausted';
    dispatchedCount += batch.length;
    batch = [];
    if (now() >= until) return 'out of time';
  }
  if (batch.length > 0 && !(await dispatchBatch(batch, rateLookAheadMaxMs))) return 'rate exhausted';
  return refills && dispatchedCount + batch.length > 0 ? 'more soon' : 'done';
}

/** Of all shards, the longest due first: who comes later gets the later part of the rate. */
function queryDueRecords(
  lane: DueLane,
  { pageSize }: { pageSize: number },
): AsyncGenerator<Item<DueRecord>, void> {
  const upTo = toIso(now() + lookAheadMs);
  const queries = dueKeys(lane).map((key) => indexQuery('byDue', key, { upTo, pageSize }));
  return mergeQueries<DueRecord>(queries, ({ dueAt }) => dueAt, 'oldest first');
}

/**
 * First the messages, then the note that they are out: a death in between makes messages come twice, which their
 * worker expects, and never leaves work to nobody.
 */
async function dispatchBatch(
  records: readonly Item<DueRecord>[],
  rateLookAheadMaxMs: number,
): Promise<boolean> {
  const recipients = records.reduce((sum, { recipientCount = 0 }) => sum + recipientCount, 0);
  const from = Math.max(now(), Math.min(...records.map(({ dueAt }) => Date.parse(dueAt))));
  const reservation = await reserveSendRate(recipients, { from, until: now() + rateLookAheadMaxMs });
  // What there is no room for stays due.
  if (!reservation) return false;
  const { perRecipientMs } = reservation;
  const dispatches = spreadOverReservation(reservation, records).map(({ record, sendAt }) =>
    toDispatch(record, { startsAt: sendAt, perRecipientMs }),
  );
  await enqueueDispatches(dispatches).catch(async (error: unknown) => {
    await releaseRate(reservation);
    throw error;
  });
  await Promise.all(dispatches.map(markDispatched));
  return true;
}

/** Each at its own time within the slot, after those before it, and never before it is due. */
function spreadOverReservation(
  { startsAt, perRecipientMs }: RateReservation,
  records: readonly Item<DueRecord>[],
) {
  let sendAt = startsAt;
  return records.map((record) => {
    const time = Math.max(sendAt, Date.parse(record.dueAt));
    sendAt += (record.recipientCount ?? 0) * perRecipientMs;
    return { record, sendAt: time };
  });
}

interface Dispatch {
  record: Item<DueRecord>;
  queue: QueueName;
  message: QueueMessage;
  delaySeconds: number;
}

function toDispatch(record: Item<DueRecord>, allocation: RateAllocation): Dispatch {
  const { queue, message } = dueJobs[record.dueJob];
  const delaySeconds = Math.floor(Math.min(queueDelayMaxMs, Math.max(0, allocation.startsAt - now())) / 1000);
  return { record, queue, delaySeconds, message: { ...message(record, allocation), delaySeconds } };
}

/** One call for each queue. */
function enqueueDispatches(dispatches: readonly Dispatch[]): Promise<unknown> {
  const queues = [...new Set(dispatches.map(({ queue }) => queue))];
  const messagesFor = (name: QueueName) =>
    dispatches.filter(({ queue }) => queue === name).map(({ message }) => message);
  return Promise.all(queues.map((queue) => enqueue(queue, messagesFor(queue))));
}

/** A record that changed meanwhile keeps what it changed to. */
async function markDispatched({ record, delaySeconds }: Dispatch): Promise<void> {
  const dueAgainAt = toIso(now() + delaySeconds * 1000 + dueJobs[record.dueJob].graceMs);
  await updateItem(record, { set: { dueAt: dueAgainAt } }, is('dueAt', record.dueAt));
}
