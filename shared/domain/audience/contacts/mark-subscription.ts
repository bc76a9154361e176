import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { nowIso } from '../../../core/time';
import { findContactsByAddress } from './find';
import type { Contact } from '../../../db/records/contacts';

/** Marks the contacts of the addresses as unsubscribed from marketing email. Ignores addresses without a contact. */
export async function markUnsubscribed(workspaceId: string, addresses: readonly string[]): Promise<void> {
  const { contacts } = await findContactsByAddress(workspaceId, addresses);
  const at = nowIso();
  await Promise.all(
    [...contacts.values()]
      .filter(({ unsubscribedAt }) => unsubscribedAt === undefined)
      .map(({ id }) =>
        updateItem(keys.contact(workspaceId, id), { setIfAbsent: { unsubscribedAt: at } }, ifPresent),
      ),
  );
}

/** Marks the contact as subscribed again. */
export async function markSubscribed({ workspaceId, id }: Contact): Promise<void> {
  await updateItem(keys.contact(workspaceId, id), { remove: ['unsubscribedAt'] }, ifPresent);
}
