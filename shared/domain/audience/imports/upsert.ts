import { groupsOf } from '../../../core/chunks';
import { any, ifAbsent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { busy } from '../../../db/race';
import { updateItem, type Item } from '../../../db/table';
import { change, put, writesMax, writeTogether, type Write } from '../../../db/transaction';
import { newId, nowIso } from '../../../core/time';
import { putAllOn } from '../audiences/members';
import { countTogether, gainedTagsMax } from '../contacts/count-tags';
import { contactsWithAddresses, type ContactPointer } from '../contacts/find';
import type { Contact, Marking } from '../../../db/records/contacts';
import { changesOf, newContact, type RowChanges } from './apply-row';
import type { ImportRow } from './row';
import { allChoicesOf } from './show-all-choices';

/** What became of a row. */
export interface Upserted {
  /** As it was before, but for what they begin. */
  contact: Contact;
  /** They were new to the workspace. */
  isNew: boolean;
  /** They were new to the audience. */
  joined: boolean;
}

type Settled = Omit<Upserted, 'joined'>;

/** What people join, and what they begin by it. */
interface Joining {
  audienceId: string;
  marking: Marking;
}

const triesMax = 5;

/**
 * Adds people, each address once, or brings those who are known up to date, and puts all of them on the audience. Who
 * is changed by somebody else meanwhile is read anew.
 */
export async function upsertContacts(
  workspaceId: string,
  { audienceId, marking }: Joining,
  rows: readonly ImportRow[],
): Promise<Upserted[]> {
  const done: Settled[] = [];
  let left = rows;
  for (let tries = 0; left.length > 0; tries += 1) {
    if (tries === triesMax) throw busy('Somebody else is adding the same people: repeat the request');
    const settled = await upsertOnce(workspaceId, { audienceId, marking }, left);
    done.push(...settled.values());
    left = left.filter(({ email }) => !settled.has(email));
  }
  // For those too whose contacts say so: an import that died has left some without their place.
  const joined = await putAllOn(
    workspaceId,
    audienceId,
    done.map(({ contact }) => contact),
  );
  return done.map((one) => ({ ...one, joined: joined.has(one.contact.email) }));
}

/** Those whom nobody else wrote at the same time, by address. */
async function upsertOnce(
  workspaceId: string,
  { audienceId, marking }: Joining,
  rows: readonly ImportRow[],
): Promise<Map<string, Settled>> {
  const at = nowIso();
  const { contacts, reserved } = await contactsWithAddresses(
    workspaceId,
    rows.map(({ email }) => email),
  );
  const newRows = rows.filter(({ email }) => !contacts.has(email));
  const choices = await allChoicesOf(
    workspaceId,
    newRows.map(({ email }) => email),
  );
  const created = newRows.map((row) => {
    const id = reserved.get(row.email);
    const place = { workspaceId, id: id ?? newId(), audienceId, at, marking };
    return creation(newContact(place, row, choices.get(row.email)), { isReserved: id !== undefined });
  });
  const known = rows.flatMap((row) => {
    const contact = contacts.get(row.email);
    return contact ? [{ contact, wanted: changesOf(contact, row, { audienceId, at, marking }) }] : [];
  });
  const retagged = known.flatMap(({ contact, wanted }) =>
    wanted && wanted.newTags.length > 0 ? [retagging(contact, wanted)] : [],
  );
  const others = known.filter(({ wanted }) => !wanted || wanted.newTags.length === 0);
  const outcomes = await Promise.all([
    ...groupsOf([...created, ...retagged], weightOf, writesMax - 1).map((group) => write(workspaceId, group)),
    ...others.map(({ contact, wanted }) => update(contact, wanted)),
  ]);
  return new Map(outcomes.flat().map((outcome) => [outcome.contact.email, outcome]));
}

/** What is written in one transaction with the counts of the tags. */
interface Writing extends Settled {
  writes: readonly Write[];
  newTags: readonly string[];
}

/** A contact and its address. */
function creation(contact: Contact, { isReserved }: { isReserved: boolean }): Writing {
  const { workspaceId, id, email, tags } = contact;
  const pointer: Item<ContactPointer> = { ...keys.contactOf(workspaceId, email), id };
  const writes = [
    // Who reserved it may delete the contact, and the address with it, at this moment.
    put(pointer, isReserved ? any(ifAbsent, is('id', id)) : ifAbsent),
    put({ ...keys.contact(workspaceId, id), ...contact }, ifAbsent),
  ];
  return { contact, isNew: true, writes, newTags: [...(tags ?? [])] };
}

function retagging(contact: Contact, { changes, condition, newTags, starts }: RowChanges): Writing {
  const key = keys.contact(contact.workspaceId, contact.id);
  return {
    contact: withStarts(contact, starts),
    isNew: false,
    writes: [change(key, changes, condition)],
    newTags,
  };
}

/** An import that died has left some marked. */
const withStarts = (contact: Contact, starts: ReadonlySet<string>): Contact =>
  starts.size > 0 ? { ...contact, starts: new Set([...(contact.starts ?? []), ...starts]) } : contact;

/** DynamoDB takes 4 MB at once, by a measure of its own; and there are the counts of the tags. */
const bytesMax = 3_000_000;

/** In writes, as if a write of average size took its part of the bytes. */
const weightOf = ({ contact, writes, newTags }: Writing): number =>
  writes.length + newTags.length / gainedTagsMax + (bytesOf([contact, writes]) / bytesMax) * writesMax;

const bytesOf = (value: unknown): number =>
  Buffer.byteLength(
    JSON.stringify(value, (_name, part: unknown) => (part instanceof Set ? [...part] : part)),
  );

/** All of them, or none: somebody else has one of the addresses now, or changed one of the contacts. */
async function write(workspaceId: string, group: readonly Writing[]): Promise<readonly Settled[]> {
  const isWritten = await writeTogether([
    ...group.flatMap(({ writes }) => writes),
    ...countTogether(
      workspaceId,
      group.flatMap(({ newTags }) => newTags),
    ),
  ]);
  return isWritten ? group : [];
}

async function update(contact: Contact, wanted: RowChanges | undefined): Promise<Settled[]> {
  const { changes, condition, starts = new Set<string>() } = wanted ?? {};
  const key = keys.contact(contact.workspaceId, contact.id);
  const isUpToDate = !changes || (await updateItem<Contact>(key, changes, condition)) !== undefined;
  return isUpToDate ? [{ contact: withStarts(contact, starts), isNew: false }] : [];
}
