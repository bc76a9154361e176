import type { Key } from '../../../shared/db/keys';
import type { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { kindsOf } from './record-kinds';

/** An attribute that no code knows, as if a later release had added it. */
const unknownAttribute = { attributeOfLaterRelease: 'unchanged' };

const toText = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** Adds the attribute to every record of the table, and returns the keys of the records. */
export const addUnknownAttributes = (service: Service): Promise<ReadonlySet<string>> =>
  ServiceTable.with(service, async (table) => {
    const records = await table.scanAll();
    await table.putAll(records.map((record) => ({ ...record, ...unknownAttribute })));
    return new Set(records.map(toText));
  });

/** Returns the kinds of records that lost the attribute. Records that were deleted are not included. */
export const findKindsWithLosses = (service: Service, keys: ReadonlySet<string>): Promise<string[]> =>
  ServiceTable.with(service, async (table) => {
    const records = (await table.scanAll()).filter((record) => keys.has(toText(record)));
    const kinds = records
      .filter((record) => !Object.keys(unknownAttribute).every((name) => name in record))
      .map((record) => kindsOf(record).join(' or '));
    return [...new Set(kinds)].sort();
  });

/** Returns the kinds of all records in the table. */
export const listKinds = (service: Service): Promise<ReadonlySet<string>> =>
  ServiceTable.with(service, async (table) => new Set((await table.scanAll()).flatMap(kindsOf)));
