import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { coerced } from '../contacts/coerce';
import { allProperties, newProperty, refuseTooManyProperties } from '../contacts/properties';
import type { Attributes, ContactProperty } from '../../../db/records/contacts';
import type { ImportRow } from './row';

/** The rows with their attributes as their properties have them, and the keys of properties that this made. */
export async function withProperties(
  workspaceId: string,
  rows: readonly ImportRow[],
): Promise<{ rows: ImportRow[]; created: string[] }> {
  const used = new Set(rows.flatMap(({ attributes }) => Object.keys(attributes)));
  const { known, created } = await declare(workspaceId, used);
  return {
    rows: rows.map((row) => ({ ...row, attributes: coercedOf(row.attributes, known) })),
    created,
  };
}

/** The same for the attributes of one person. */
export async function withCoerced(workspaceId: string, attributes: Attributes): Promise<Attributes> {
  const { known } = await declare(workspaceId, new Set(Object.keys(attributes)));
  return coercedOf(attributes, known);
}

/** The properties with these keys. One that there is not is made, as text. */
async function declare(workspaceId: string, used: ReadonlySet<string>) {
  const standing = used.size > 0 ? await allProperties(workspaceId) : [];
  const known = new Map(standing.map((property) => [property.key, property]));
  const created: string[] = [];
  const added = [...used].filter((name) => !known.has(name));
  if (added.length > 0) refuseTooManyProperties(known.size + added.length);
  for (const key of added) {
    const property = newProperty(workspaceId, { key, name: key });
    const other = await putItem<ContactProperty>(
      { ...keys.contactProperty(workspaceId, key), ...property },
      ifAbsent,
    );
    known.set(key, other ?? property);
    if (!other) created.push(key);
  }
  return { known, created };
}

const coercedOf = (attributes: Attributes, known: ReadonlyMap<string, ContactProperty>): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, coerced(value, known.get(key)?.type ?? 'string')]),
  );
