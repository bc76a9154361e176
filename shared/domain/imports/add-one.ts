import type { Ctx } from '../../ctx';
import { ifAbsent } from '../../db/condition';
import { keys } from '../../db/keys';
import { busy, untilWon } from '../../db/race';
import { getItem, putItem, updateItem } from '../../db/table';
import { newId, nowIso } from '../../time';
import { closeCount, openCount } from '../audiences/count';
import { putOn } from '../audiences/members';
import { countTags, tally } from '../contacts/count-tags';
import { choicesOfOne, type Choices } from '../contacts/choices';
import type { ContactPointer } from '../contacts/find';
import type { Contact, Marking } from '../contacts/record';
import { markedAmong, markingFor, startMarked } from '../enrolments/starts';
import { changesOf, newContact } from './apply-row';
import { withProperties } from './properties';
import type { ImportRow } from './row';
import { showAllChoices } from './show-all-choices';
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
  const [{ contact, newTags }, joined] = await Promise.all([
    untilWon(
      () => (id.isNew ? create(place, row) : createOrUpdate(place, row)),
      () => busy('Somebody else is adding the same person: repeat the request'),
    ),
    putOn(workspaceId, audienceId, { email: row.email, id: id.value }),
  ]);
  await Promise.all([
    closeCount(counting, joined ? 1 : 0),
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
}

async function createOrUpdate(place: Place, row: ImportRow): Promise<Added | undefined> {
  const contact = await getItem<Contact>(keys.contact(place.workspaceId, place.id));
  // Whoever gave the address its id died, or is about to make the contact.
  if (!contact) return create(place, row);
  const wanted = changesOf(contact, row, { ...place, at: nowIso() });
  if (!wanted) return { contact, newTags: [] };
  const { changes, condition, newTags } = wanted;
  const changed = await updateItem<Contact>(keys.contact(place.workspaceId, place.id), changes, condition);
  return changed && { contact: changed, newTags };
}

/** Undefined: somebody else made the contact at this moment. */
async function create(place: Place, row: ImportRow): Promise<Added | undefined> {
  const contact = newContact({ ...place, at: nowIso() }, row, place.choices);
  const item = { ...keys.contact(place.workspaceId, place.id), ...contact };
  return (await putItem<Contact>(item, ifAbsent)) ? undefined : { contact, newTags: row.tags };
}
