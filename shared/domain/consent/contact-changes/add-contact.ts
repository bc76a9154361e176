import type { Ctx } from '../../../core/ctx';
import { any, ifAbsent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { busy, untilWon } from '../../../db/race';
import { getItem, putItem, updateItem, type Item } from '../../../db/table';
import { put, writeTogether } from '../../../db/transaction';
import { newId, nowIso } from '../../../core/time';
import { closeCount, openCount } from '../../audience/audiences/count';
import { putOn } from '../../audience/audiences/members';
import { countTags, tally } from '../../audience/contacts/count-tags';
import { choicesOfOne, type Choices } from '../../audience/contacts/choices';
import type { ContactPointer } from '../../audience/contacts/find';
import type { Contact, Marking } from '../../../db/records/contacts';
import { markedAmong, markingFor, startMarked } from '../../marketing/automations/enrollments/starts';
import { changesOf, newContact } from '../../audience/imports/apply-row';
import { withProperties } from '../../audience/imports/properties';
import type { ImportRow } from '../../audience/imports/row';
import { showAllChoices } from '../../audience/imports/show-all-choices';
import { suppressRows } from './suppress-rows';

/**
 * Adds one person to an audience, as an import of one row would: in fewer steps one after the other, for somebody
 * waits. First the address gets its id, so that two requests make one contact of it. Undefined: there is no such audience.
 */
export async function addOne(
  ctx: Ctx,
  audienceId: string,
  given: ImportRow,
  detail: string,
): Promise<Contact | undefined> {
  const { workspaceId } = ctx;
  const [counting, id, choices, marking] = await Promise.all([
    openCount(workspaceId, audienceId),
    idOf(workspaceId, given.email),
    choicesOfOne(workspaceId, given.email),
    markingFor(ctx, { audienceId, tags: given.tags }),
  ]);
  if (!counting) return undefined;
  const { rows } = await withProperties(workspaceId, [given]);
  await suppressRows(workspaceId, [given], detail);
  const [row = given] = rows;
  const place = { workspaceId, id: id.value, audienceId, choices, marking };
  const [{ contact, newTags, wasOn }, joined] = await Promise.all([
    untilWon(
      () => (id.isNew ? create(place, row) : createOrUpdate(place, row)),
      () => busy('Somebody else is adding the same person: repeat the request'),
    ),
    putOn(workspaceId, audienceId, { email: row.email, id: id.value }),
  ]);
  await Promise.all([
    closeCount(counting, joined ? 1 : 0, { isSure: joined || wasOn }),
    countTags(workspaceId, tally(newTags)),
    showAllChoices(workspaceId, id.isNew ? [row.email] : []),
  ]);
  await startMarked(markedAmong([contact]));
  return contact;
}

/** Whose the address is; nobody's until now, maybe. */
async function idOf(workspaceId: string, email: string): Promise<{ value: string; isNew: boolean }> {
  const wanted: ContactPointer = { id: newId() };
  const standing = await putItem<ContactPointer>(
    { ...keys.contactOf(workspaceId, email), ...wanted },
    ifAbsent,
  );
  return { value: (standing ?? wanted).id, isNew: !standing };
}

interface Place {
  workspaceId: string;
  /** What they chose before somebody knew them. */
  choices: Choices;
  id: string;
  audienceId: string;
  marking: Marking;
}

interface Added {
  contact: Contact;
  newTags: readonly string[];
  /** They said before that they are on the audience. */
  wasOn: boolean;
}

async function createOrUpdate(place: Place, row: ImportRow): Promise<Added | undefined> {
  const contact = await getItem<Contact>(keys.contact(place.workspaceId, place.id));
  if (!contact) return createForAddress(place, row);
  const wanted = changesOf(contact, row, { ...place, at: nowIso() });
  const wasOn = contact.audiences?.has(place.audienceId) ?? false;
  if (!wanted) return { contact, newTags: [], wasOn };
  const { changes, condition, newTags } = wanted;
  const changed = await updateItem<Contact>(keys.contact(place.workspaceId, place.id), changes, condition);
  return changed && { contact: changed, newTags, wasOn };
}

/** Undefined: somebody else made the contact at this moment. */
async function create(place: Place, row: ImportRow): Promise<Added | undefined> {
  const { contact, item } = newItem(place, row);
  return (await putItem<Contact>(item, ifAbsent)) ? undefined : { contact, newTags: row.tags, wasOn: false };
}

/** Whoever gave the address its id died, or is about to make the contact, or has deleted it with its address. */
async function createForAddress(place: Place, row: ImportRow): Promise<Added | undefined> {
  const { contact, item } = newItem(place, row);
  const { workspaceId, id } = place;
  const pointer: Item<ContactPointer> = { ...keys.contactOf(workspaceId, contact.email), id };
  const isMade = await writeTogether([put(pointer, any(ifAbsent, is('id', id))), put(item, ifAbsent)]);
  return isMade ? { contact, newTags: row.tags, wasOn: false } : undefined;
}

function newItem(place: Place, row: ImportRow): { contact: Contact; item: Item<Contact> } {
  const contact = newContact({ ...place, at: nowIso() }, row, place.choices);
  return { contact, item: { ...keys.contact(place.workspaceId, place.id), ...contact } };
}
