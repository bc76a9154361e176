import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Service } from '../service';

/** A message as the journal of the queues keeps it. */
interface QueuedMessage {
  queueArn: string;
  body: string;
}

const journalFile = 'sqs/sqs-messages.jsonl';

/** Messages about campaigns: which to look at, and which slices to send. */
const isCampaignMessage = ({ queueArn }: QueuedMessage): boolean =>
  /(Campaigns|Slices)Queue/.test(queueArn) && !/DeadLetters/.test(queueArn);

/** Every such message that there ever was, each once, also those that are done by now. */
function listCampaignMessages({ dataDir }: Service): QueuedMessage[] {
  const messagesByBody = new Map<string, QueuedMessage>();
  for (const line of readFileSync(join(dataDir, journalFile), 'utf8').split('\n').filter(Boolean)) {
    const [, message] = JSON.parse(line) as [string, QueuedMessage?];
    if (message && isCampaignMessage(message)) messagesByBody.set(message.body, message);
  }
  return [...messagesByBody.values()];
}

/**
 * Kills the runtime, and starts it again with so many more of every message about campaigns that there ever was, all of
 * them to be received at once. Returns the service as it runs from then on.
 */
export async function restartWithDuplicateMessages(service: Service, copies: number): Promise<Service> {
  const now = await service.now();
  const [sentAt, visibleAt] = [Date.parse(now), Date.parse(now)];
  await service.killHard();
  const messages = listCampaignMessages(service);
  if (messages.length === 0) throw new Error('There was no message about a campaign');
  for (const { queueArn, body } of messages) {
    for (let copy = 0; copy < copies; copy++) {
      const id = randomUUID();
      const message = { id, queueArn, body, attributes: {}, sentAt, visibleAt };
      appendFileSync(join(service.dataDir, journalFile), `${JSON.stringify([id, message])}\n`);
    }
  }
  return Service.start(service.dataDir);
}
