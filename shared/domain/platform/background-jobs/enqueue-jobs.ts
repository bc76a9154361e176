import { enqueue } from '../../../aws/queues';
import { chunksOf } from '../../../core/chunks';
import type { BackgroundJob } from './job';

/** An address has at most 254 characters, and the ten messages of an SQS call are limited to 256 KB in total. */
const addressesPerMessageMax = 90;

const contactsPerMessageMax = 100;

/** Queues the jobs, which start immediately. */
export const enqueueBackgroundJobs = (...jobs: readonly BackgroundJob[]): Promise<void> =>
  enqueue(
    'background-jobs',
    jobs.map((body) => ({ body })),
  );

/**
 * Queues the start of the automations that the contacts have triggered. Each message has few enough contacts for the
 * worker to finish within its time limit.
 */
export const enqueueAutomationStarts = (workspaceId: string, ids: readonly string[]): Promise<void> =>
  enqueueBackgroundJobs(
    ...chunksOf(ids, contactsPerMessageMax).map(
      (chunk) => ({ job: 'startAutomations', workspaceId, ids: chunk }) as const,
    ),
  );

type AddressesJob = Extract<BackgroundJob, { addresses: readonly string[] }>;

/** Queues a job for any number of addresses. */
export const enqueueForAddresses = (addressesJob: AddressesJob): Promise<void> =>
  enqueue(
    'background-jobs',
    chunksOf(addressesJob.addresses, addressesPerMessageMax).map((addresses) => ({
      body: { ...addressesJob, addresses },
    })),
  );
