import { enqueue, type QueueMessage } from '../../aws/queues';
import { dueWebhookKeys, dueWorkKeys } from '../../db/keys';
import { merge } from '../../db/merge';
import { updateItem, type Item } from '../../db/table';
import type { QueueName } from '../../needs';
import { queueDelayMaxMs } from '../../queue-delay';
import { iso, minuteMs, now } from '../../time';
import type { OwedAttempt } from '../webhooks/record';
import { giveBack, reserveRate, type Slot } from './pace';
import type { Due, DueJob, DueWork } from './record';

/** A record that is due. Only emails have recipients: nothing else takes of the account's rate. */
interface DueRecord extends Due {
  id: string;
  workspaceId: string;
  recipientCount?: number;
  /** Of a webhook's delivery. */
  endpointId?: string;
}

interface HandOut extends QueueMessage {
  queue: QueueName;
}

/** Where each job goes. */
const handOuts: Record<DueJob, (record: DueRecord) => HandOut> = {
  sendEmail: ({ workspaceId, id }) => dueWork({ job: 'sendEmail', workspaceId, id }),
  expireApproval: ({ workspaceId, id }) => dueWork({ job: 'expireApproval', workspaceId, id }),
  attemptWebhook: ({ workspaceId, id, endpointId = '' }) => ({
    queue: 'webhooks',
    body: { workspaceId, endpointId, deliveryId: id } satisfies OwedAttempt,
    group: endpointId,
  }),
};

const dueWork = (body: DueWork): HandOut => ({ queue: 'due-work', body });

/** An alarm rings when its minute begins, or a moment before: a queue delays by whole seconds, and clocks differ. */
const aheadMs = minuteMs + 5_000;

/** Whoever has the work may take so long; after that it is due again. A slow endpoint has a queue before it. */
const graceMs: Record<DueJob, number> = {
  sendEmail: 5 * minuteMs,
  expireApproval: 5 * minuteMs,
  attemptWebhook: 60 * minuteMs,
};

const batchSize = 10;

/**
 * Hands out everything that is due by now or within the minute that begins, in its order and at the account's pace.
 * False: there was no room for all, and the rest stays due.
 */
export async function drainDueWork(): Promise<boolean> {
  // However much mail waits for the rate, webhooks do not wait behind it.
  await drain(dueWebhookKeys());
  return drain(dueWorkKeys());
}

async function drain(dueKeys: readonly string[]): Promise<boolean> {
  let waiting: Item<DueRecord>[] = [];
  for await (const record of dueRecords(dueKeys)) {
    waiting.push(record);
    if (waiting.length < batchSize) continue;
    if (!(await handOut(waiting))) return false;
    waiting = [];
  }
  return waiting.length === 0 || handOut(waiting);
}

/** Of all shards, the longest due first: who comes later gets the later part of the rate. */
function dueRecords(dueKeys: readonly string[]): AsyncGenerator<Item<DueRecord>, void> {
  const horizon = iso(now() + aheadMs);
  const queries = dueKeys.map((key) => ({
    IndexName: 'byDue',
    KeyConditionExpression: 'dueKey = :key AND dueAt <= :horizon',
    ExpressionAttributeValues: { ':key': key, ':horizon': horizon },
    Limit: 100,
  }));
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
  // What there is no room for stays due, and a later sweep finds it.
  if (!slot) return false;
  const messages = timesWithin(slot, records).map(({ record, at }) => ({
    ...handOuts[record.dueJob](record),
    delaySeconds: Math.floor(Math.min(queueDelayMaxMs, Math.max(0, at - now())) / 1000),
  }));
  await enqueueAll(messages).catch(async (error: unknown) => {
    await giveBack(slot);
    throw error;
  });
  await Promise.all(
    records.map((record, index) => noteHandedOut(record, messages[index]?.delaySeconds ?? 0)),
  );
  return true;
}

const enqueueAll = (messages: readonly HandOut[]) =>
  Promise.all(
    (['due-work', 'webhooks'] as const).map((name) =>
      enqueue(
        name,
        messages.filter(({ queue }) => queue === name),
      ),
    ),
  );

/** Each at its own time within the slot, after those before it, and never before it is due. */
function timesWithin({ startsAt, perRecipientMs }: Slot, records: readonly Item<DueRecord>[]) {
  let at = startsAt;
  return records.map((record) => {
    const time = Math.max(at, Date.parse(record.dueAt));
    at += (record.recipientCount ?? 0) * perRecipientMs;
    return { record, at: time };
  });
}

/** A record that changed meanwhile keeps what it changed to. */
async function noteHandedOut(record: Item<DueRecord>, delaySeconds: number): Promise<void> {
  const { pk, sk, dueAt, dueJob } = record;
  await updateItem<DueRecord>(
    { pk, sk },
    {
      UpdateExpression: 'SET dueAt = :later',
      ConditionExpression: 'dueAt = :seen',
      ExpressionAttributeValues: {
        ':later': iso(now() + delaySeconds * 1000 + graceMs[dueJob]),
        ':seen': dueAt,
      },
    },
  );
}
