import { enqueue } from '../../../aws/queues';
import { chunksOf } from '../../../core/chunks';
import type { FollowUp } from './job';

/** An address has 254 characters at most, and the ten messages of a call have 256 KB together. */
const addressesMax = 90;

const startsMax = 100;

/** Has the work done at once, by somebody else. */
export const followUp = (...works: readonly FollowUp[]): Promise<void> =>
  enqueue(
    'follow-ups',
    works.map((body) => ({ body })),
  );

/** Has contacts begin what they are marked for. A message has as many as are done well within its time. */
export const followUpStarts = (workspaceId: string, ids: readonly string[]): Promise<void> =>
  followUp(
    ...chunksOf(ids, startsMax).map((part) => ({ job: 'startAutomations', workspaceId, ids: part }) as const),
  );

type OfPeople = Extract<FollowUp, { addresses: readonly string[] }>;

/** The same for any number of people. */
export const followUpEach = (work: OfPeople): Promise<void> =>
  enqueue(
    'follow-ups',
    chunksOf(work.addresses, addressesMax).map((addresses) => ({ body: { ...work, addresses } })),
  );
