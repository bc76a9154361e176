import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Service } from '../service';

/** A message as the journal of the queues keeps it. */
interface Queued {
  queueArn: string;
  body: string;
}

const journal = 'sqs/sqs-messages.jsonl';

/** Messages about campaigns: which to look at, and which slices to send. */
const isOfCampaigns = ({ queueArn }: Queued): boolean =>
  /(Campaigns|Slices)Queue/.test(queueArn) && !/DeadLetters/.test(queueArn);

/** Every such message that there ever was, each once, also those that are done by now. */
function everyMessage({ dataDir }: Service): Queued[] {
  const found = new Map<string, Queued>();
  for (const line of readFileSync(join(dataDir, journal), 'utf8').split('\n').filter(Boolean)) {
    const [, message] = JSON.parse(line) as [string, Queued?];
    if (message && isOfCampaigns(message)) found.set(message.body, message);
  }
  return [...found.values()];
}

/**
 * Kills the runtime, and starts it again with so many more of every message about campaigns that there ever was, all of
 * them to be received at once. Returns the service as it runs from then on.
 */
export async function restartWithMessagesAgain(service: Service, copies: number): Promise<Service> {
  const now = await service.now();
  const [sentAt, visibleAt] = [Date.parse(now), Date.parse(now)];
  await service.killHard();
  const messages = everyMessage(service);
  if (messages.length === 0) throw new Error('There was no message about a campaign');
  for (const { queueArn, body } of messages) {
    for (let copy = 0; copy < copies; copy++) {
      const id = randomUUID();
      const message = { id, queueArn, body, attributes: {}, sentAt, visibleAt };
      appendFileSync(join(service.dataDir, journal), `${JSON.stringify([id, message])}\n`);
    }
  }
  return Service.start(service.dataDir);
}
