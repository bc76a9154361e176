import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Service } from '../service';

/** A message in the queue journal of the runtime. */
interface QueuedMessage {
  queueArn: string;
  body: string;
}

const journalFile = 'sqs/sqs-messages.jsonl';

/** Campaign messages name a campaign to run or a slice to send. */
const isCampaignMessage = ({ queueArn }: QueuedMessage): boolean =>
  /(Campaigns|Slices)Queue/.test(queueArn) && !/DeadLetters/.test(queueArn);

/** Returns all campaign messages since the runtime started, without duplicates, including handled messages. */
function listCampaignMessages({ dataDir }: Service): QueuedMessage[] {
  const messagesByBody = new Map<string, QueuedMessage>();
  for (const line of readFileSync(join(dataDir, journalFile), 'utf8').split('\n').filter(Boolean)) {
    const [, message] = JSON.parse(line) as [string, QueuedMessage?];
    if (message && isCampaignMessage(message)) messagesByBody.set(message.body, message);
  }
  return [...messagesByBody.values()];
}

/**
 * Kills the runtime, adds this number of visible copies of every earlier campaign message, and restarts the runtime.
 * Returns the restarted service.
 */
export async function restartWithDuplicateMessages(service: Service, copies: number): Promise<Service> {
  const now = await service.now();
  const [sentAt, visibleAt] = [Date.parse(now), Date.parse(now)];
  await service.killHard();
  const messages = listCampaignMessages(service);
  if (messages.length === 0) throw new Error('There is no campaign message');
  for (const { queueArn, body } of messages) {
    for (let copy = 0; copy < copies; copy++) {
      const id = randomUUID();
      const message = { id, queueArn, body, attributes: {}, sentAt, visibleAt };
      appendFileSync(join(service.dataDir, journalFile), `${JSON.stringify([id, message])}\n`);
    }
  }
  return Service.start(service.dataDir);
}
