import { notFound } from '../../errors';
import { expectContact } from '../contacts/find';
import { forgetContact } from '../contacts/delete';
import type { Contact } from '../contacts/record';
import { closeCount, openCount } from './count';
import { expectAudience, findAudience } from './find';
import { takeOff } from './members';

/** Takes somebody off an audience, whether they were on it or not. Returns how many are on it now. */
export async function leaveAudience(
  workspaceId: string,
  audienceId: string,
  contactId: string,
): Promise<{ contact: Contact; contactCount: number }> {
  await expectAudience(workspaceId, audienceId);
  const contact = await expectContact(workspaceId, contactId);
  return { contact, contactCount: await takeOffCounted(contact, audienceId) };
}

async function takeOffCounted(contact: Contact, audienceId: string): Promise<number> {
  const counting = await openCount(contact.workspaceId, audienceId);
  if (!counting) throw notFound('audience');
  return closeCount(counting, (await takeOff(audienceId, contact)) ? -1 : 0);
}

/** Deletes a contact, off all audiences first. One that died on the way is finished by a repetition. */
export async function deleteContact(workspaceId: string, id: string): Promise<void> {
  const contact = await expectContact(workspaceId, id);
  for (const audienceId of contact.audiences ?? []) {
    // The audience may have been deleted meanwhile.
    if (await findAudience(workspaceId, audienceId)) await takeOffCounted(contact, audienceId);
  }
  await forgetContact(contact);
}
