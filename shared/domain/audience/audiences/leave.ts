import { notFound } from '../../../core/errors';
import { expectContact } from '../contacts/find';
import { forgetContact } from '../contacts/delete';
import type { Contact } from '../../../db/records/contacts';
import { closeCount, openCount } from './count';
import { expectAudience } from './find';
import { takeOff } from './members';

/** Takes somebody off an audience, whether they were on it or not. Returns how many are on it now. */
export async function leaveAudience(
  workspaceId: string,
  audienceId: string,
  contactId: string,
): Promise<{ contact: Contact; contactCount: number }> {
  await expectAudience(workspaceId, audienceId);
  const contact = await expectContact(workspaceId, contactId);
  const contactCount = await takeOffCounted(contact, audienceId);
  if (contactCount === undefined) throw notFound('audience');
  return { contact, contactCount };
}

/** How many are on it now; undefined when the audience is gone. */
async function takeOffCounted(contact: Contact, audienceId: string): Promise<number | undefined> {
  const counting = await openCount(contact.workspaceId, audienceId);
  if (!counting) return undefined;
  const hasLeft = await takeOff(audienceId, contact);
  const wasOn = contact.audiences?.has(audienceId) ?? false;
  return closeCount(counting, hasLeft ? -1 : 0, { isSure: hasLeft || !wasOn });
}

/** Deletes a contact, off all audiences first. One that died on the way is finished by a repetition. */
export async function deleteContact(workspaceId: string, id: string): Promise<void> {
  const contact = await expectContact(workspaceId, id);
  for (const audienceId of contact.audiences ?? []) await takeOffCounted(contact, audienceId);
  await forgetContact(contact);
}
