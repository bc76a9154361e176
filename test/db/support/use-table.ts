import type { Key } from '../../../shared/db/keys';
import { randomUUID } from 'node:crypto';
import { startRealTable } from './real-table';

/** The modules of shared/db that access the table, and the database engine. */
type Db = Awaited<ReturnType<typeof openTable>>;

/** Opens the table before the tests of a file, and closes the table after them. */
export function useTable(): () => Db {
  let openedTable: Db | undefined;
  beforeAll(async () => {
    openedTable = await openTable();
  });
  afterAll(() => openedTable?.real.stop());
  return () => {
    if (!openedTable) throw new Error('No table is open. Use the table only inside a test or a hook');
    return openedTable;
  };
}

async function openTable() {
  const realTable = await startRealTable();
  // On import, the modules read the table name from the environment, as in a function.
  const table = await import('../../../shared/db/table');
  const transaction = await import('../../../shared/db/transaction');
  const lease = await import('../../../shared/db/lease');
  const dayCounter = await import('../../../shared/db/daily-counter');
  return { ...table, ...transaction, ...lease, ...dayCounter, real: realTable };
}

/** Returns a new partition key for each test. */
export const aPartition = () => `T#${randomUUID()}`;

/** A record with arbitrary attributes. */
export type Fields = Record<string, unknown>;

/** Returns the key of a new record for each test. */
export const aKey = <T = Fields>(): Key<T> => ({ pk: aPartition(), sk: 'A' });
