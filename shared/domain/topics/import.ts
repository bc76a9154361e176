import { chunksOf } from '../../chunks';
import { putItems } from '../../db/table';
import { runPaced } from '../../run-paced';
import { distinctAddresses } from '../../text/address';
import { validate } from '../../validate';
import { expectTopic } from './find';
import { preferenceItem } from './preferences';
import { ImportSchema } from './requests';

/** What one write of many takes. */
const chunkSize = 25;

/**
 * A new table takes 4,000 writes a second until its traffic grows: 3,000 are 17 s for the largest import, and
 * leave room for the mail that goes out meanwhile.
 */
const pace = { atOnceMax: 10, perSecondMax: 3_000 / chunkSize };

interface Imported {
  subscribed: boolean;
  updated: number;
  duplicates: number;
}

/** One choice for many. What was written when it failed half-way stays; a repetition finishes it. */
export async function importPreferences(workspaceId: string, key: string, body: unknown): Promise<Imported> {
  const { emails, subscribed } = validate(ImportSchema, body);
  const topic = await expectTopic(workspaceId, key);
  const addresses = distinctAddresses(emails);
  await runPaced(chunksOf(addresses, chunkSize), pace, (chunk) =>
    putItems(chunk.map((address) => preferenceItem(topic, address, subscribed))),
  );
  return { subscribed, updated: addresses.length, duplicates: emails.length - addresses.length };
}
