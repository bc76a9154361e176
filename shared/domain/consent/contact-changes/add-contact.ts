import type { RequestContext } from '../../../core/request-context';
import { any, ifAbsent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { getItem, putItem, updateItem, type Item } from '../../../db/table';
import { putWrite, writeTransaction } from '../../../db/transaction';
import { newId, nowIso } from '../../../core/time';
import { endMembershipChange, beginMembershipChange } from '../../audience/audiences/member-count';
import { addMember } from '../../audience/audiences/members';
import { addTagCounts, countOccurrences } from '../../audience/contacts/tag-counts';
import { loadTopicChoices, type TopicChoices } from '../../audience/contacts/topic-choices';

import type { Contact, ContactPointer, MatchTriggers } from '../../../db/records/contacts';
import {
  filterTriggered,
  loadTriggerMatcher,
  enrollTriggered,
} from '../../marketing/automations/enrollments/triggered-enrollments';
import { computeRowChanges, newContact } from '../../audience/imports/apply-row';
import { resolveProperties } from '../../audience/imports/properties';
import type { ImportRow } from '../../audience/imports/import-row';
import { syncAllTopicChoices } from '../../audience/imports/all-topic-choices';
import { suppressRows } from './suppress-rows';

/**
 * Adds one contact to an audience like an import of one row, but with fewer sequential steps, because a client is
 * waiting. Reserves a contact id for the address first, so that concurrent requests create only one contact. Returns
 * undefined if the audience does not exist.
 */
export async function addContact(
  ctx: RequestContext,
  audienceId: string,
  inputRow: ImportRow,
  detail: string,
): Promise<Contact | undefined> {
  const { workspaceId } = ctx;
  const [membershipChange, id, choices, matchTriggers] = await Promise.all([
    beginMembershipChange(workspaceId, audienceId),
    reserveContactId(workspaceId, inputRow.email),
    loadTopicChoices(workspaceId, inputRow.email),
    loadTriggerMatcher(ctx, { audienceId, tags: inputRow.tags }),
  ]);
  if (!membershipChange) return undefined;
  const { rows } = await resolveProperties(workspaceId, [inputRow]);
  await suppressRows(workspaceId, [inputRow], detail);
  const [row = inputRow] = rows;
  const target = { workspaceId, id: id.value, audienceId, choices, matchTriggers };
  const [{ contact, newTags, wasMember }, joined] = await Promise.all([
    retryOnConflict(
      () => (id.isNew ? createContact(target, row) : createOrUpdateContact(target, row)),
      () => serviceUnavailable('Another request is adding the same contact. Retry the request'),
    ),
    addMember(workspaceId, audienceId, { email: row.email, id: id.value }),
  ]);
  await Promise.all([
    endMembershipChange(membershipChange, joined ? 1 : 0, { isCertain: joined || wasMember }),
    addTagCounts(workspaceId, countOccurrences(newTags)),
    syncAllTopicChoices(workspaceId, id.isNew ? [row.email] : []),
  ]);
  await enrollTriggered(filterTriggered([contact]));
  return contact;
}

/** Returns the contact id of the address, or assigns a new id. */
async function reserveContactId(
  workspaceId: string,
  email: string,
): Promise<{ value: string; isNew: boolean }> {
  const newPointer: ContactPointer = { id: newId() };
  const existing = await putItem<ContactPointer>(
    { ...keys.contactByAddress(workspaceId, email), ...newPointer },
    ifAbsent,
  );
  return { value: (existing ?? newPointer).id, isNew: !existing };
}

interface ContactTarget {
  workspaceId: string;
  /** The choices that the address made before it had a contact. */
  choices: TopicChoices;
  id: string;
  audienceId: string;
  matchTriggers: MatchTriggers;
}

interface AddResult {
  contact: Contact;
  newTags: readonly string[];
  /** Whether the contact record already listed the audience. */
  wasMember: boolean;
}

async function createOrUpdateContact(target: ContactTarget, row: ImportRow): Promise<AddResult | undefined> {
  const contact = await getItem(keys.contact(target.workspaceId, target.id));
  if (!contact) return createContactWithAddress(target, row);
  const rowChanges = computeRowChanges(contact, row, { ...target, at: nowIso() });
  const wasMember = contact.audiences?.has(target.audienceId) ?? false;
  if (!rowChanges) return { contact, newTags: [], wasMember };
  const { changes, condition, newTags } = rowChanges;
  const updated = await updateItem(keys.contact(target.workspaceId, target.id), changes, condition);
  return updated && { contact: updated, newTags, wasMember };
}

/** Returns undefined if another request created the contact meanwhile. */
async function createContact(target: ContactTarget, row: ImportRow): Promise<AddResult | undefined> {
  const { contact, item } = newContactItem(target, row);
  return (await putItem<Contact>(item, ifAbsent))
    ? undefined
    : { contact, newTags: row.tags, wasMember: false };
}

/**
 * Creates a contact with the id that its address already has. The request that reserved the id crashed or is still
 * running, or the contact was deleted.
 */
async function createContactWithAddress(
  target: ContactTarget,
  row: ImportRow,
): Promise<AddResult | undefined> {
  const { contact, item } = newContactItem(target, row);
  const { workspaceId, id } = target;
  const pointer: Item<ContactPointer> = { ...keys.contactByAddress(workspaceId, contact.email), id };
  const isCreated = await writeTransaction([
    putWrite(pointer, any(ifAbsent, is('id', id))),
    putWrite(item, ifAbsent),
  ]);
  return isCreated ? { contact, newTags: row.tags, wasMember: false } : undefined;
}

function newContactItem(target: ContactTarget, row: ImportRow): { contact: Contact; item: Item<Contact> } {
  const contact = newContact({ ...target, at: nowIso() }, row, target.choices);
  return { contact, item: { ...keys.contact(target.workspaceId, target.id), ...contact } };
}
