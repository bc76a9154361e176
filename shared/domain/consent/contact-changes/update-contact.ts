import { all, ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { busy, untilWon } from '../../../db/race';
import { updateItem } from '../../../db/table';
import { expectContact } from '../../audience/contacts/find';
import { laterActivity } from '../../audience/contacts/dates';
import { attributeChanges } from '../../audience/contacts/fold';
import type { Attributes, Contact } from '../../../db/records/contacts';
import { resubscribed, unsubscribed } from '../happenings';
import { refuseGrave } from '../../audience/suppressions/refuse-grave';
import { withCoerced } from '../../audience/imports/properties';

/** What is undefined stays; null is taken away. */
export interface ContactChanges {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  attributes?: Attributes | undefined;
  unsubscribed?: boolean | undefined;
  /** Only moves forward. */
  lastActiveAt?: string | null | undefined;
}

/** Changes one person (contract.md 4.7). What is refused leaves everything as it was. */
export async function updateContact(
  workspaceId: string,
  id: string,
  wanted: ContactChanges,
): Promise<Contact> {
  const contact = await expectContact(workspaceId, id);
  if (wanted.unsubscribed === false) await refuseGrave(workspaceId, contact.email);
  const attributes = await withCoerced(workspaceId, wanted.attributes ?? {});
  // The opt-out first: it holds even if what follows fails.
  if (wanted.unsubscribed === true) await unsubscribed(workspaceId, [contact.email]);
  await untilWon(
    () => write(workspaceId, id, { ...wanted, attributes }),
    () => busy('Somebody else is changing the contact: repeat the request'),
  );
  if (wanted.unsubscribed === false) await resubscribed(contact);
  return expectContact(workspaceId, id);
}

/** Undefined: somebody else has changed the same meanwhile. */
async function write(
  workspaceId: string,
  id: string,
  { attributes, ...wanted }: ContactChanges & { attributes: Attributes },
): Promise<Contact | undefined> {
  const contact = await expectContact(workspaceId, id);
  const changed = attributeChanges(contact, attributes);
  const active = laterActivity(contact, wanted.lastActiveAt);
  const set = {
    ...changed.set,
    ...active.set,
    ...(wanted.firstName && { firstName: wanted.firstName }),
    ...(wanted.lastName && { lastName: wanted.lastName }),
  };
  const cleared = (['firstName', 'lastName', 'lastActiveAt'] as const).filter((name) =>
    isCleared(wanted[name]),
  );
  const remove = [...cleared, ...changed.remove];
  if (Object.keys(set).length === 0 && remove.length === 0) return contact;
  return updateItem<Contact>(
    keys.contact(workspaceId, contact.id),
    { set, remove },
    all(ifPresent, changed.condition, active.condition),
  );
}

const isCleared = (value: string | null | undefined): boolean => value === null || value === '';
