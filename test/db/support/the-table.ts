import { randomUUID } from 'node:crypto';
import { startRealTable } from './real-table';

/** All of shared/db that talks to the table, and the runtime behind it. */
type Db = Awaited<ReturnType<typeof openTable>>;

/** The table of a test file, open while its tests run. */
export function theTable(): () => Db {
  let open: Db | undefined;
  beforeAll(async () => {
    open = await openTable();
  });
  afterAll(() => open?.real.stop());
  return () => {
    if (!open) throw new Error('The table is open only while tests run');
    return open;
  };
}

async function openTable() {
  const real = await startRealTable();
  // Each opens its client for the table that the environment names, as in a function.
  const table = await import('../../../shared/db/table');
  const transaction = await import('../../../shared/db/transaction');
  const lease = await import('../../../shared/db/lease');
  const dayCounter = await import('../../../shared/db/day-counter');
  return { ...table, ...transaction, ...lease, ...dayCounter, real };
}

/** A partition of its own for each test. */
export const aPartition = () => `T#${randomUUID()}`;

/** A record of its own for each test. */
export const aKey = () => ({ pk: aPartition(), sk: 'A' });
