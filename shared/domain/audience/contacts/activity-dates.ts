import { keysOf } from '../../../core/keys-of';
import { attributeNotExists, all, any, lessThan, ifPresent, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { normalizeAddress } from '../../../text/mailbox';
import { findContactByAddress } from './find';
import type { Contact } from '../../../db/records/contacts';
import { fromEntries } from '../../../core/from-entries';

/** The times of the latest activities, in ISO 8601. */
export type ActivityDates = Partial<Pick<Contact, 'lastSentAt' | 'lastOpenedAt' | 'lastClickedAt'>>;

/** The change that sets a later `lastActiveAt`, and its condition. Empty if the contact already has a later date. */
export function lastActiveChange(
  { lastActiveAt: current = '' }: Contact,
  lastActiveAt: string | null | undefined,
): { set: Partial<Contact>; condition: Condition<Contact> } {
  if (!lastActiveAt || lastActiveAt <= current) return { set: {}, condition: all() };
  const isLater: Condition<Contact> = any(
    attributeNotExists('lastActiveAt'),
    lessThan('lastActiveAt', lastActiveAt),
  );
  return { set: { lastActiveAt }, condition: isLater };
}

/** Sets the dates on the contact with this address, if there is one. Later stored dates are kept. */
export async function recordActivityDates(
  workspaceId: string,
  address: string,
  dates: ActivityDates,
): Promise<void> {
  if (Object.keys(dates).length === 0) return;
  const contact = await findContactByAddress(workspaceId, normalizeAddress(address));
  // Another request stored a newer date or deleted the contact after this read. Read the contact again.
  if (contact && !(await recordContactDates(contact, dates)))
    await recordActivityDates(workspaceId, address, dates);
}

/**
 * Sets later dates on a contact. Returns false if the contact received a newer date or was deleted after it was read.
 */
export async function recordContactDates(contact: Contact, dates: ActivityDates): Promise<boolean> {
  const { workspaceId, id } = contact;
  const laterDates = keysOf(dates).flatMap((name) => {
    const at = dates[name] ?? '';
    return at > (contact[name] ?? '') ? [[name, at] as const] : [];
  });
  if (laterDates.length === 0) return true;
  const written = await updateItem(
    keys.contact(workspaceId, id),
    { set: fromEntries(laterDates) },
    all(
      ifPresent,
      ...laterDates.map(([name, at]): Condition<Contact> =>
        any(attributeNotExists(name), lessThan(name, at)),
      ),
    ),
  );
  return written !== undefined;
}
