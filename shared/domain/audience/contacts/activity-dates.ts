import { keysOf } from '../../../core/keys-of';
import { attributeNotExists, all, any, lessThan, ifPresent, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { normalizeAddress } from '../../../text/mailbox';
import { findContactByAddress } from './find';
import type { Contact } from '../../../db/records/contacts';
import { fromEntries } from '../../../core/from-entries';

/** When something last happened, ISO 8601. */
export type ActivityDates = Partial<Pick<Contact, 'lastSentAt' | 'lastOpenedAt' | 'lastClickedAt'>>;

/** What shows that they were active later than the contact says, where its condition holds. */
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

/** Shows on the contact with this address, if there is one, what happened later than it shows. */
export async function recordActivityDates(
  workspaceId: string,
  address: string,
  dates: ActivityDates,
): Promise<void> {
  if (Object.keys(dates).length === 0) return;
  const contact = await findContactByAddress(workspaceId, normalizeAddress(address));
  // Another mail to them was noted meanwhile, or they were deleted.
  if (contact && !(await recordContactDates(contact, dates)))
    await recordActivityDates(workspaceId, address, dates);
}

/** The same for a contact as it was read. False: of one of the dates it shows a later one by now, or it was deleted. */
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
