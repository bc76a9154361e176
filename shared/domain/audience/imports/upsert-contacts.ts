import { groupsOf } from '../../../core/chunks';
import { any, ifAbsent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { serviceUnavailable } from '../../../db/retry-on-conflict';
import { updateItem, type Item } from '../../../db/table';
import {
  updateWrite,
  putWrite,
  transactionWritesMax,
  writeTransaction,
  type TransactionWrite,
} from '../../../db/transaction';
import { newId, nowIso } from '../../../core/time';
import { addMembers } from '../audiences/members';
import { pendingTagCountWrites, pendingTagCountsMax } from '../contacts/tag-counts';
import { findContactsByAddress } from '../contacts/find';
import type { Contact, ContactPointer, MatchTriggers } from '../../../db/records/contacts';
import { computeRowChanges, newContact, type RowChanges } from './apply-row';
import type { ImportRow } from './import-row';
import { loadAllTopicChoices } from './all-topic-choices';

/** The outcome of a row. */
export interface UpsertResult {
  /** The contact before the change, with the new pending triggers. */
  contact: Contact;
  /** Whether the contact is new to the workspace. */
  isNew: boolean;
  /** Whether the contact is new to the audience. */
  joined: boolean;
}

type WrittenContact = Omit<UpsertResult, 'joined'>;

/** The audience that the contacts join, and the automations that their changes trigger. */
interface UpsertTarget {
  audienceId: string;
  matchTriggers: MatchTriggers;
}

const triesMax = 5;

/**
 * Creates or updates contacts and adds them to the audience. Each address must occur once. If another request changes a
 * contact meanwhile, the contact is read again.
 */
export async function upsertContacts(
  workspaceId: string,
  { audienceId, matchTriggers }: UpsertTarget,
  rows: readonly ImportRow[],
): Promise<UpsertResult[]> {
  const written: WrittenContact[] = [];
  let remaining = rows;
  for (let tries = 0; remaining.length > 0; tries += 1) {
    if (tries === triesMax)
      throw serviceUnavailable('Other requests are adding the same contacts. Retry the request');
    const writtenNow = await tryUpsert(workspaceId, { audienceId, matchTriggers }, remaining);
    written.push(...writtenNow.values());
    remaining = remaining.filter(({ email }) => !writtenNow.has(email));
  }
  // Include contacts that already list the audience, because a crashed import may have left them without a member
  // record.
  const joined = await addMembers(
    workspaceId,
    audienceId,
    written.map(({ contact }) => contact),
  );
  return written.map((writtenContact) => ({
    ...writtenContact,
    joined: joined.has(writtenContact.contact.email),
  }));
}

/** Returns the contacts that were written, by address. The other contacts conflicted with another request. */
async function tryUpsert(
  workspaceId: string,
  { audienceId, matchTriggers }: UpsertTarget,
  rows: readonly ImportRow[],
): Promise<Map<string, WrittenContact>> {
  const at = nowIso();
  const { contacts, reserved } = await findContactsByAddress(
    workspaceId,
    rows.map(({ email }) => email),
  );
  const newRows = rows.filter(({ email }) => !contacts.has(email));
  const choices = await loadAllTopicChoices(
    workspaceId,
    newRows.map(({ email }) => email),
  );
  const created = newRows.map((row) => {
    const id = reserved.get(row.email);
    const rowTarget = { workspaceId, id: id ?? newId(), audienceId, at, matchTriggers };
    return newContactWrite(newContact(rowTarget, row, choices.get(row.email)), {
      isReserved: id !== undefined,
    });
  });
  const existing = rows.flatMap((row) => {
    const contact = contacts.get(row.email);
    return contact
      ? [{ contact, rowChanges: computeRowChanges(contact, row, { audienceId, at, matchTriggers }) }]
      : [];
  });
  const withNewTags = existing.flatMap(({ contact, rowChanges }) =>
    rowChanges && rowChanges.newTags.length > 0 ? [taggedContactWrite(contact, rowChanges)] : [],
  );
  const withoutNewTags = existing.filter(({ rowChanges }) => !rowChanges || rowChanges.newTags.length === 0);
  const outcomes = await Promise.all([
    ...groupsOf([...created, ...withNewTags], writeWeight, transactionWritesMax - 1).map((group) =>
      writeGroup(workspaceId, group),
    ),
    ...withoutNewTags.map(({ contact, rowChanges }) => updateExisting(contact, rowChanges)),
  ]);
  return new Map(outcomes.flat().map((outcome) => [outcome.contact.email, outcome]));
}

/** A contact to write in one transaction with its pending tag counts. */
interface ContactWrite extends WrittenContact {
  writes: readonly TransactionWrite[];
  newTags: readonly string[];
}

/** Creates a contact and the pointer from its address. */
function newContactWrite(contact: Contact, { isReserved }: { isReserved: boolean }): ContactWrite {
  const { workspaceId, id, email, tags } = contact;
  const pointer: Item<ContactPointer> = { ...keys.contactByAddress(workspaceId, email), id };
  const writes = [
    // A concurrent request may delete the contact with this id and the pointer.
    putWrite(pointer, isReserved ? any(ifAbsent, is('id', id)) : ifAbsent),
    putWrite({ ...keys.contact(workspaceId, id), ...contact }, ifAbsent),
  ];
  return { contact, isNew: true, writes, newTags: [...(tags ?? [])] };
}

function taggedContactWrite(
  contact: Contact,
  { changes, condition, newTags, pendingTriggers }: RowChanges,
): ContactWrite {
  const key = keys.contact(contact.workspaceId, contact.id);
  return {
    contact: addPendingTriggers(contact, pendingTriggers),
    isNew: false,
    writes: [updateWrite(key, changes, condition)],
    newTags,
  };
}

/** Keeps existing pending triggers, which a crashed import may have left. */
const addPendingTriggers = (contact: Contact, pendingTriggers: ReadonlySet<string>): Contact =>
  pendingTriggers.size > 0
    ? { ...contact, pendingTriggers: new Set([...(contact.pendingTriggers ?? []), ...pendingTriggers]) }
    : contact;

/**
 * This limit is lower than DynamoDB's limit of 4 MB per transaction, because DynamoDB measures items differently and
 * the transaction also updates tag counts.
 */
const bytesMax = 3_000_000;

/** The weight of a contact in a transaction: its number of writes, plus its share of the bytes, expressed in writes. */
const writeWeight = ({ contact, writes, newTags }: ContactWrite): number =>
  writes.length +
  newTags.length / pendingTagCountsMax +
  (jsonBytes([contact, writes]) / bytesMax) * transactionWritesMax;

const jsonBytes = (value: unknown): number =>
  Buffer.byteLength(
    JSON.stringify(value, (_name, part: unknown) => (part instanceof Set ? [...part] : part)),
  );

/** Writes all contacts of the group, or none if another request took an address or changed a contact. */
async function writeGroup(
  workspaceId: string,
  group: readonly ContactWrite[],
): Promise<readonly WrittenContact[]> {
  const isWritten = await writeTransaction([
    ...group.flatMap(({ writes }) => writes),
    ...pendingTagCountWrites(
      workspaceId,
      group.flatMap(({ newTags }) => newTags),
    ),
  ]);
  return isWritten ? group : [];
}

async function updateExisting(
  contact: Contact,
  rowChanges: RowChanges | undefined,
): Promise<WrittenContact[]> {
  const { changes, condition, pendingTriggers = new Set<string>() } = rowChanges ?? {};
  const key = keys.contact(contact.workspaceId, contact.id);
  const isUpToDate = !changes || (await updateItem(key, changes, condition)) !== undefined;
  return isUpToDate ? [{ contact: addPendingTriggers(contact, pendingTriggers), isNew: false }] : [];
}
