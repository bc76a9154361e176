import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minuteMs } from '../../shared/core/time';
import { Service } from './service';

/** A message as the journal of the queues keeps it. */
interface Queued {
  id: string;
  queueArn: string;
  body: string;
}

const isNotice = ({ queueArn }: Queued): boolean => /Inbound/.test(queueArn) && !/DeadLetters/.test(queueArn);

/** What was put into the queue of mail notices since the start, also what is done by now. */
function noticed({ dataDir }: Service): Queued[] {
  const lines = readFileSync(join(dataDir, 'sqs/sqs-messages.jsonl'), 'utf8').split('\n');
  return lines.filter(Boolean).flatMap((line) => {
    const [, message] = JSON.parse(line) as [string, Queued?];
    return message && isNotice(message) ? [message] : [];
  });
}

/** The notice of this mail, as SES published it. */
export function noticeOf(service: Service, receiptId: string): string {
  const notice = noticed(service).find(({ body }) => body.includes(receiptId));
  if (!notice) throw new Error(`No notice of ${receiptId}`);
  return notice.body;
}

/**
 * Notices wait in the queue, as if SNS had delivered them again; the machine is off meanwhile. Returns the service
 * as it runs afterwards: they become visible in a minute.
 */
export async function deliverNotices(service: Service, bodies: readonly string[]): Promise<Service> {
  const enqueue = await enqueuing(service, bodies);
  return whileOff(service, enqueue);
}

/** The raw mail is deleted from the bucket, and these notices wait. */
export async function loseRawMail(
  service: Service,
  receiptId: string,
  bodies: readonly string[] = [],
): Promise<Service> {
  const enqueue = await enqueuing(service, bodies);
  return whileOff(service, (dataDir) => {
    const journal = readFileSync(join(dataDir, 's3/objects.jsonl'), 'utf8').split('\n');
    const keys = journal.filter(Boolean).map((line) => (JSON.parse(line) as [string])[0]);
    const lost = keys.find((key) => key.endsWith(`inbound/${receiptId}`));
    if (lost === undefined) throw new Error(`No raw mail of ${receiptId}`);
    append(dataDir, 's3/objects.jsonl', [lost]);
    enqueue(dataDir);
  });
}

type Change = (dataDir: string) => void;

async function enqueuing(service: Service, bodies: readonly string[]): Promise<Change> {
  const queueArn = noticed(service)[0]?.queueArn;
  if (queueArn === undefined) throw new Error('No mail has arrived yet: nobody knows the queue');
  const now = await service.now();
  const sentAt = Date.parse(now);
  return (dataDir) => {
    for (const body of bodies) {
      const id = randomUUID();
      const message = { id, queueArn, body, attributes: {}, sentAt, visibleAt: sentAt + minuteMs };
      append(dataDir, 'sqs/sqs-messages.jsonl', [id, message]);
    }
  };
}

async function whileOff(service: Service, change: Change): Promise<Service> {
  await service.killHard();
  change(service.dataDir);
  return Service.start(service.dataDir);
}

const append = (dataDir: string, file: string, entry: unknown[]): void =>
  appendFileSync(join(dataDir, file), `${JSON.stringify(entry)}\n`);
