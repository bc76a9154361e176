import { enqueue } from '../../../aws/queues';
import { chunksOf } from '../../../core/chunks';
import type { BackgroundJob } from './job';

/** An address has 254 characters at most, and the ten messages of a call have 256 KB together. */
const addressesPerMessageMax = 90;

const contactsPerMessageMax = 100;

/** Has the work done at once, by somebody else. */
export const enqueueBackgroundJobs = (...jobs: readonly BackgroundJob[]): Promise<void> =>
  enqueue(
    'background-jobs',
    jobs.map((body) => ({ body })),
  );

/** Has contacts begin what they are marked for. A message has as many as are done well within its time. */
export const enqueueAutomationStarts = (workspaceId: string, ids: readonly string[]): Promise<void> =>
  enqueueBackgroundJobs(
    ...chunksOf(ids, contactsPerMessageMax).map(
      (chunk) => ({ job: 'startAutomations', workspaceId, ids: chunk }) as const,
    ),
  );

type AddressesJob = Extract<BackgroundJob, { addresses: readonly string[] }>;

/** The same for any number of people. */
export const enqueueForAddresses = (addressesJob: AddressesJob): Promise<void> =>
  enqueue(
    'background-jobs',
    chunksOf(addressesJob.addresses, addressesPerMessageMax).map((addresses) => ({
      body: { ...addressesJob, addresses },
    })),
  );
