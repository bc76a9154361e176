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

/**
 * A wakeup arrives when its minute begins, or slightly earlier, because queues delay by whole seconds and clocks
 * differ.
 */
const lookAheadMs = minuteMs + 5_000;

interface LaneConfig {
  lane: DueLane;
  /**
   * The number of records that are dispatched together. A small number limits how many messages are repeated after a
   * crash.
   */
  batchSize: number;
  /** How far ahead the lane may reserve the account's rate. */
  rateLookAheadMaxMs: number;
  /** The delay before the lane is drained again after the rate was exhausted. */
  retryAfterMs: number;
  /** Set if dispatched work creates more work that is due soon afterward and has no wakeup. */
  refills?: true;
}

const defaultConfig = { batchSize: 50, rateLookAheadMaxMs: queueDelayMaxMs, retryAfterMs: 5 * minuteMs };

/** The lanes in the order of draining. A lane never waits for a later lane. */
const lanes: readonly LaneConfig[] = [
  { lane: 'WEBHOOK', ...defaultConfig },
  { lane: 'WORK', ...defaultConfig },
  { lane: 'MAIL', ...defaultConfig },
  { lane: 'STEP', ...defaultConfig },
  // A slice has up to a hundred recipients. The lane reserves at most a minute of the rate, so other email waits at
  // most a minute.
  { lane: 'CAMPAIGN', batchSize: 1, rateLookAheadMaxMs: minuteMs, retryAfterMs: minuteMs / 2, refills: true },
  { lane: 'CONTENT', ...defaultConfig },
];

/** The time limit of each lane. All lanes, each with a last batch, fit into the function's minute. */
const laneTimeLimitMs = 45_000 / lanes.length;

/** Longer than the function can run. */
const leaseMs = 70_000;

/**
 * The result of draining a lane. `rate exhausted`: no rate is left to reserve, and the remaining records stay due.
 * `more soon`: the lane is empty, but more work is due soon.
 */
export type DrainResult = 'done' | 'more soon' | 'rate exhausted' | 'out of time' | 'locked';

/** Returns the delay in ms before a lane that may have remaining work is drained again. */
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

/**
 * Dispatches all work that is due now or within the coming minute, in the order of the lanes and at the account's
 * rate.
 */
export async function drainDueWork(): Promise<ReadonlyMap<DueLane, DrainResult>> {
  const results = new Map<DueLane, DrainResult>();
  const waits = new Set<number>();
  for (const config of await findLanesWithWork()) {
    const result = await drainWithLease(config);
    results.set(config.lane, result);
    const ms = retryDelayMs(result, config);
    if (ms === undefined || waits.has(ms)) continue;
    // Schedule the wakeup now, in case the function is stopped during a later lane.
    waits.add(ms);
    await scheduleWakeupIn(ms);
  }
  return results;
}

/** Queries all lanes concurrently before it acquires any lease, because most wakeups find no due work. */
async function findLanesWithWork(): Promise<LaneConfig[]> {
  const firsts = await Promise.all(lanes.map(({ lane }) => queryDueRecords(lane, { pageSize: 1 }).next()));
  return lanes.filter((_row, index) => !firsts[index]?.done);
}

/** Drains the lane under a lease, because two concurrent drains would reserve the rate twice for the same email. */
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

/**
 * Queries the due records of all shards, longest due first, so that records that are due later get later parts of the
 * rate.
 */
function queryDueRecords(
  lane: DueLane,
  { pageSize }: { pageSize: number },
): AsyncGenerator<Item<DueRecord>, void> {
  const upTo = toIso(now() + lookAheadMs);
  const queries = dueKeys(lane).map((key) => indexQuery('byDue', key, { upTo, pageSize }));
  return mergeQueries<DueRecord>(queries, ({ dueAt }) => dueAt, 'oldest first');
}

/**
 * Sends the messages before it marks the records. After a crash in between, no work is lost, but messages are repeated,
 * which the workers tolerate.
 */
async function dispatchBatch(
  records: readonly Item<DueRecord>[],
  rateLookAheadMaxMs: number,
): Promise<boolean> {
  const recipients = records.reduce((sum, { recipientCount = 0 }) => sum + recipientCount, 0);
  const from = Math.max(now(), Math.min(...records.map(({ dueAt }) => Date.parse(dueAt))));
  const reservation = await reserveSendRate(recipients, { from, until: now() + rateLookAheadMaxMs });
  // If no rate is left, the records stay due.
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

/** Assigns each record its time in the reservation: after the preceding records, and never before the record is due. */
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

/** Enqueues the messages with one call per queue. */
function enqueueDispatches(dispatches: readonly Dispatch[]): Promise<unknown> {
  const queues = [...new Set(dispatches.map(({ queue }) => queue))];
  const messagesFor = (name: QueueName) =>
    dispatches.filter(({ queue }) => queue === name).map(({ message }) => message);
  return Promise.all(queues.map((queue) => enqueue(queue, messagesFor(queue))));
}

/** Sets the time at which the record is due again. A record that changed in the meantime keeps its new due time. */
async function markDispatched({ record, delaySeconds }: Dispatch): Promise<void> {
  const dueAgainAt = toIso(now() + delaySeconds * 1000 + dueJobs[record.dueJob].graceMs);
  await updateItem(record, { set: { dueAt: dueAgainAt } }, is('dueAt', record.dueAt));
}
