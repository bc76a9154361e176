import { notFound } from '../../../core/errors';
import { expectContact } from '../contacts/find';
import { deleteContactRecord } from '../contacts/delete';
import type { Contact } from '../../../db/records/contacts';
import { endMembershipChange, beginMembershipChange } from './member-count';
import { expectAudience } from './find';
import { removeMember } from './members';

/** Removes a contact from an audience. Has no effect if the contact is not a member. Returns the new count. */
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

/** Returns the new count, or undefined if the audience no longer exists. */
async function removeAndCount(contact: Contact, audienceId: string): Promise<number | undefined> {
  const membershipChange = await beginMembershipChange(contact.workspaceId, audienceId);
  if (!membershipChange) return undefined;
  const wasRemoved = await removeMember(audienceId, contact);
  const wasMember = contact.audiences?.has(audienceId) ?? false;
  return endMembershipChange(membershipChange, wasRemoved ? -1 : 0, { isCertain: wasRemoved || !wasMember });
}

/**
 * Removes a contact from all audiences and then deletes the contact. After a crash, a repeated request completes the
 * deletion.
 */
export async function deleteContact(workspaceId: string, id: string): Promise<void> {
  const contact = await expectContact(workspaceId, id);
  for (const audienceId of contact.audiences ?? []) await removeAndCount(contact, audienceId);
  await deleteContactRecord(contact);
}
