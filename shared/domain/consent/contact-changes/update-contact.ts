import { all, ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { updateItem } from '../../../db/table';
import { expectContact } from '../../audience/contacts/find';
import { lastActiveChange } from '../../audience/contacts/activity-dates';
import { attributeChanges } from '../../audience/contacts/fold-case';
import type { Attributes, Contact } from '../../../db/records/contacts';
import { handleResubscribe, handleUnsubscribe } from '../consent-events';
import { refusePermanentSuppression } from '../../audience/suppressions/refuse-permanent-suppression';
import { coerceAttributes } from '../../audience/imports/properties';

/** An undefined field keeps its stored value. Null removes the stored value. */
export interface ContactChanges {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  attributes?: Attributes | undefined;
  unsubscribed?: boolean | undefined;
  /** Only a later date replaces the stored date. */
  lastActiveAt?: string | null | undefined;
}

/** Changes a contact (C-14 to C-18). A refused request changes nothing. */
export async function updateContact(
  workspaceId: string,
  id: string,
  changes: ContactChanges,
): Promise<Contact> {
  const contact = await expectContact(workspaceId, id);
  if (changes.unsubscribed === false) await refusePermanentSuppression(workspaceId, contact.email);
  const attributes = await coerceAttributes(workspaceId, changes.attributes ?? {});
  // Apply the opt-out first, so that it takes effect even if a later step fails.
  if (changes.unsubscribed === true) await handleUnsubscribe(workspaceId, [contact.email]);
  await retryOnConflict(
    () => tryWriteContact(workspaceId, id, { ...changes, attributes }),
    () => serviceUnavailable('Another request is changing the contact. Retry the request'),
  );
  if (changes.unsubscribed === false) await handleResubscribe(contact);
  return expectContact(workspaceId, id);
}

/** Returns undefined if another request changed the same fields meanwhile. */
async function tryWriteContact(
  workspaceId: string,
  id: string,
  { attributes, ...changes }: ContactChanges & { attributes: Attributes },
): Promise<Contact | undefined> {
  const contact = await expectContact(workspaceId, id);
  const attributeUpdate = attributeChanges(contact, attributes);
  const activityChange = lastActiveChange(contact, changes.lastActiveAt);
  const set = {
    ...attributeUpdate.set,
    ...activityChange.set,
    ...(changes.firstName && { firstName: changes.firstName }),
    ...(changes.lastName && { lastName: changes.lastName }),
  };
  const cleared = (['firstName', 'lastName', 'lastActiveAt'] as const).filter((name) =>
    isCleared(changes[name]),
  );
  const remove = [...cleared, ...attributeUpdate.remove];
  if (Object.keys(set).length === 0 && remove.length === 0) return contact;
  return updateItem(
    keys.contact(workspaceId, contact.id),
    { set, remove },
    all(ifPresent, attributeUpdate.condition, activityChange.condition),
  );
}

const isCleared = (value: string | null | undefined): boolean => value === null || value === '';
