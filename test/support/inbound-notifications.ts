import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minuteMs } from '../../shared/core/time';
import { Service } from './service';

/** A message in the queue journal of the runtime. */
interface QueuedMessage {
  id: string;
  queueArn: string;
  body: string;
}

const isInboundNotification = ({ queueArn }: QueuedMessage): boolean =>
  /Inbound/.test(queueArn) && !/DeadLetters/.test(queueArn);

/**
 * Returns every notification that the inbound queue received since the runtime started, including handled
 * notifications.
 */
function listInboundNotifications({ dataDir }: Service): QueuedMessage[] {
  const lines = readFileSync(join(dataDir, 'sqs/sqs-messages.jsonl'), 'utf8').split('\n');
  return lines.filter(Boolean).flatMap((line) => {
    const [, message] = JSON.parse(line) as [string, QueuedMessage?];
    return message && isInboundNotification(message) ? [message] : [];
  });
}

/** Returns the notification that SES published about this message. */
export function findNotification(service: Service, receiptId: string): string {
  const notification = listInboundNotifications(service).find(({ body }) => body.includes(receiptId));
  if (!notification) throw new Error(`No notification of ${receiptId}`);
  return notification.body;
}

/**
 * Stops the runtime, puts the notifications into the queue as if SNS had delivered them again, and returns the
 * restarted service. The notifications become visible after a minute.
 */
export async function redeliverNotifications(service: Service, bodies: readonly string[]): Promise<Service> {
  const enqueue = await prepareEnqueue(service, bodies);
  return changeWhileStopped(service, enqueue);
}

/** Deletes the raw message from the bucket and puts these notifications into the queue. */
export async function deleteRawMail(
  service: Service,
  receiptId: string,
  bodies: readonly string[] = [],
): Promise<Service> {
  const enqueue = await prepareEnqueue(service, bodies);
  return changeWhileStopped(service, (dataDir) => {
    const journal = readFileSync(join(dataDir, 's3/objects.jsonl'), 'utf8').split('\n');
    const keys = journal.filter(Boolean).map((line) => (JSON.parse(line) as [string])[0]);
    const rawMailKey = keys.find((key) => key.endsWith(`inbound/${receiptId}`));
    if (rawMailKey === undefined) throw new Error(`No raw message of ${receiptId}`);
    appendToJournal(dataDir, 's3/objects.jsonl', [rawMailKey]);
    enqueue(dataDir);
  });
}

type DataDirChange = (dataDir: string) => void;

async function prepareEnqueue(service: Service, bodies: readonly string[]): Promise<DataDirChange> {
  const queueArn = listInboundNotifications(service)[0]?.queueArn;
  if (queueArn === undefined) throw new Error('The queue is unknown until a first message has arrived');
  const now = await service.now();
  const sentAt = Date.parse(now);
  return (dataDir) => {
    for (const body of bodies) {
      const id = randomUUID();
      const message = { id, queueArn, body, attributes: {}, sentAt, visibleAt: sentAt + minuteMs };
      appendToJournal(dataDir, 'sqs/sqs-messages.jsonl', [id, message]);
    }
  };
}

async function changeWhileStopped(service: Service, change: DataDirChange): Promise<Service> {
  await service.killHard();
  change(service.dataDir);
  return Service.start(service.dataDir);
}

const appendToJournal = (dataDir: string, file: string, entry: unknown[]): void =>
  appendFileSync(join(dataDir, file), `${JSON.stringify(entry)}\n`);
