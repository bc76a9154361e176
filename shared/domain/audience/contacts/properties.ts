import { ifAbsent, ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { deleteItem, getItem, putItem, queryAll, updateItem } from '../../../db/table';
import { ApiError, invalidRequest, notFound } from '../../../core/errors';
import { nowIso } from '../../../core/time';
import {
  propertiesMax,
  propertyKeyMax,
  type ContactProperty,
  type PropertyType,
} from '../../../db/records/contacts';

export interface PropertyInput {
  key: string;
  name: string;
  type?: PropertyType | undefined;
}

/** Every property of the workspace, by name. */
export async function listContactProperties(workspaceId: string): Promise<ContactProperty[]> {
  const properties = await queryAll<ContactProperty>(
    partitionQuery(keys.contactProperty(workspaceId, '').pk),
  );
  // The query returns properties in key order. The sort is stable, so properties with equal names stay in key order.
  return properties.sort((a, b) => byName.compare(a.name, b.name));
}

const byName = new Intl.Collator('en');

/** Creates the property, or changes the existing one with this key. Stored values do not change. */
export async function saveProperty(
  workspaceId: string,
  { key, name, type }: PropertyInput,
): Promise<{ property: ContactProperty; isNew: boolean }> {
  const itemKey = keys.contactProperty(workspaceId, key);
  if (await getItem(itemKey)) {
    const property = await updateItem(itemKey, { set: { name, type, updatedAt: nowIso() } }, ifPresent);
    if (property) return { property, isNew: false };
  }
  refuseTooManyProperties((await listContactProperties(workspaceId)).length + 1);
  const property = newProperty(workspaceId, { key, name, type });
  if (await putItem<ContactProperty>({ ...itemKey, ...property }, ifAbsent))
    throw createdConcurrentlyError(key);
  return { property, isNew: true };
}

/** Refuses with 422 if the workspace would exceed the maximum. */
export function refuseTooManyProperties(count: number): void {
  if (count <= propertiesMax) return;
  throw invalidRequest(
    `attributes: A workspace can have at most ${propertiesMax} contact properties. This request would increase the number to ${count}`,
  );
}

export const newProperty = (
  workspaceId: string,
  { key, name, type = 'string' }: PropertyInput,
): ContactProperty => ({ workspaceId, key, name, type, createdAt: nowIso(), updatedAt: null });

const createdConcurrentlyError = (key: string): ApiError =>
  new ApiError(
    'conflict',
    `Another request has just created the property ${key}. Retry the request to change it`,
  );

/** Deletes the property. The stored values stay. */
export async function deleteProperty(workspaceId: string, key: string): Promise<void> {
  if (!isPropertyKey(key) || !(await deleteItem(keys.contactProperty(workspaceId, key)))) {
    throw notFound('contact property');
  }
}

const isPropertyKey = (text: string): boolean => text.length > 0 && text.length <= propertyKeyMax;
