import { enqueue } from '../../aws/queues';
import { chunksOf } from '../../chunks';
import type { FollowUp } from './record';

/** An address has 254 characters at most, and the ten messages of a call have 256 KB together. */
const addressesMax = 90;

/** Has the work done at once, by somebody else. */
export const followUp = (...works: readonly FollowUp[]): Promise<void> =>
  enqueue(
    'follow-ups',
    works.map((body) => ({ body })),
  );

type OfPeople = Extract<FollowUp, { addresses: readonly string[] }>;

/** The same for any number of people. */
export const followUpEach = (work: OfPeople): Promise<void> =>
  enqueue(
    'follow-ups',
    chunksOf(work.addresses, addressesMax).map((addresses) => ({ body: { ...work, addresses } })),
  );
