import { absent, all, any, below, ifPresent, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { bareAddress } from '../../../text/mailbox';
import { contactWithAddress } from './find';
import type { Contact } from '../../../db/records/contacts';

/** When something last happened, ISO 8601. */
export type LastDates = Partial<Pick<Contact, 'lastSentAt' | 'lastOpenedAt' | 'lastClickedAt'>>;

/** What shows that they were active later than the contact says, where its condition holds. */
export function laterActivity(
  { lastActiveAt: known = '' }: Contact,
  lastActiveAt: string | null | undefined,
): { set: Partial<Contact>; condition: Condition } {
  if (!lastActiveAt || lastActiveAt <= known) return { set: {}, condition: all() };
  const isLater = any(absent('lastActiveAt'), below('lastActiveAt', lastActiveAt));
  return { set: { lastActiveAt }, condition: isLater };
}

/** Shows on the contact with this address, if there is one, what happened later than it shows. */
export async function noteDates(workspaceId: string, address: string, dates: LastDates): Promise<void> {
  if (Object.keys(dates).length === 0) return;
  const contact = await contactWithAddress(workspaceId, bareAddress(address));
  // Another mail to them was noted meanwhile, or they were deleted.
  if (contact && !(await noteDatesOf(contact, dates))) await noteDates(workspaceId, address, dates);
}

/** The same for a contact as it was read. False: of one of the dates it shows a later one by now, or it was deleted. */
export async function noteDatesOf(contact: Contact, dates: LastDates): Promise<boolean> {
  const { workspaceId, id } = contact;
  const later = Object.entries(dates).filter(([name, at]) => at > (contact[name as keyof LastDates] ?? ''));
  if (later.length === 0) return true;
  const written = await updateItem<Contact>(
    keys.contact(workspaceId, id),
    { set: Object.fromEntries(later) },
    all(ifPresent, ...later.map(([name, at]) => any(absent(name), below(name, at)))),
  );
  return written !== undefined;
}
