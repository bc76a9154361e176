import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { coerceAttribute } from '../contacts/coerce-attribute';
import { listContactProperties, newProperty, refuseTooManyProperties } from '../contacts/properties';
import type { Attributes, ContactProperty } from '../../../db/records/contacts';
import type { ImportRow } from './import-row';

/** Converts the attributes of the rows to the types of their properties. `created`: the keys of new properties. */
export async function resolveProperties(
  workspaceId: string,
  rows: readonly ImportRow[],
): Promise<{ rows: ImportRow[]; created: string[] }> {
  const usedKeys = new Set(rows.flatMap(({ attributes }) => Object.keys(attributes)));
  const { known: properties, created } = await ensureProperties(workspaceId, usedKeys);
  return {
    rows: rows.map((row) => ({ ...row, attributes: coerceByProperties(row.attributes, properties) })),
    created,
  };
}

/** Converts the attributes of one contact to the types of their properties. */
export async function coerceAttributes(workspaceId: string, attributes: Attributes): Promise<Attributes> {
  const { known: properties } = await ensureProperties(workspaceId, new Set(Object.keys(attributes)));
  return coerceByProperties(attributes, properties);
}

/** Returns the properties with these keys. Creates missing properties with the type string. */
async function ensureProperties(workspaceId: string, usedKeys: ReadonlySet<string>) {
  const existing = usedKeys.size > 0 ? await listContactProperties(workspaceId) : [];
  const properties = new Map(existing.map((property) => [property.key, property]));
  const created: string[] = [];
  const missingKeys = [...usedKeys].filter((name) => !properties.has(name));
  if (missingKeys.length > 0) refuseTooManyProperties(properties.size + missingKeys.length);
  for (const key of missingKeys) {
    const property = newProperty(workspaceId, { key, name: key });
    const concurrent = await putItem<ContactProperty>(
      { ...keys.contactProperty(workspaceId, key), ...property },
      ifAbsent,
    );
    properties.set(key, concurrent ?? property);
    if (!concurrent) created.push(key);
  }
  return { known: properties, created };
}

const coerceByProperties = (
  attributes: Attributes,
  properties: ReadonlyMap<string, ContactProperty>,
): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key,
      coerceAttribute(value, properties.get(key)?.type ?? 'string'),
    ]),
  );
