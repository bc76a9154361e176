import { notFound } from '../../../core/errors';
import { expectContact } from '../contacts/find';
import { deleteContactRecord } from '../contacts/delete';
import type { Contact } from '../../../db/records/contacts';
import { endMembershipChange, beginMembershipChange } from './member-count';
import { expectAudience } from './find';
import { removeMember } from './members';

/** Takes somebody off an audience, whether they were on it or not. Returns how many are on it now. */
export async function removeFromAudience(
  workspaceId: string,
  audienceId: string,
  contactId: string,
): Promise<{ contact: Contact; contactCount: number }> {
  await expectAudience(workspaceId, audienceId);
  const contact = await expectContact(workspaceId, contactId);
  const contactCount = await removeAndCount(contact, audienceId);
  if (contactCount === undefined) throw notFound('audience');
  return { contact, contactCount };
}

/** How many are on it now; undefined when the audience is gone. */
async function removeAndCount(contact: Contact, audienceId: string): Promise<number | undefined> {
  const membershipChange = await beginMembershipChange(contact.workspaceId, audienceId);
  if (!membershipChange) return undefined;
  const wasRemoved = await removeMember(audienceId, contact);
  const wasMember = contact.audiences?.has(audienceId) ?? false;
  return endMembershipChange(membershipChange, wasRemoved ? -1 : 0, { isCertain: wasRemoved || !wasMember });
}

/** Deletes a contact, off all audiences first. One that died on the way is finished by a repetition. */
export async function deleteContact(workspaceId: string, id: string): Promise<void> {
  const contact = await expectContact(workspaceId, id);
  for (const audienceId of contact.audiences ?? []) await removeAndCount(contact, audienceId);
  await deleteContactRecord(contact);
}
