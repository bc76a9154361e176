import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from './service';

/** Returns the current entries of a journal in the data folder. Journals contain runtime state that no API shows. */
function readJournal<V>({ dataDir }: Pick<Service, 'dataDir'>, file: string): V[] {
  const liveEntries = new Map<string, V>();
  for (const line of readFileSync(join(dataDir, file), 'utf8').split('\n').filter(Boolean)) {
    const [key, value] = JSON.parse(line) as [string, V?];
    if (value === undefined) liveEntries.delete(key);
    else liveEntries.set(key, value);
  }
  return [...liveEntries.values()];
}

interface Message {
  queueArn: string;
  body: string;
  deadLetterSourceArn?: string;
}

/** Returns every message of a queue, visible or not. */
export const queuedMessages = (service: Pick<Service, 'dataDir'>): Message[] =>
  readJournal<Message>(service, 'sqs/sqs-messages.jsonl');

/** Returns the messages that reached a dead-letter queue since the test file began. */
export function deadLetters(service: Service): string[] {
  const earlierBodies = [...service.earlierDeadLetters];
  return allDeadLetters(service).filter((body) => {
    const index = earlierBodies.indexOf(body);
    if (index >= 0) earlierBodies.splice(index, 1);
    return index < 0;
  });
}

export const allDeadLetters = (service: Pick<Service, 'dataDir'>): string[] =>
  queuedMessages(service).flatMap(({ body, deadLetterSourceArn }) => (deadLetterSourceArn ? [body] : []));

/** Returns the bytes of every object whose bucket and key match. */
export function storedObjects({ dataDir }: Service, bucketPart: string): { key: string; bytes: Buffer }[] {
  const objects = readJournal<{ bucket: string; key: string; file: string }>({ dataDir }, 's3/objects.jsonl');
  return objects
    .filter(({ bucket }) => bucket.toLowerCase().includes(bucketPart.toLowerCase()))
    .map(({ key, file }) => ({ key, bytes: readFileSync(join(dataDir, 's3/objects', file)) }));
}
