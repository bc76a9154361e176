import { all, attributeContains, ifPresent, not, type Condition } from '../../../db/condition';
import type { Changes } from '../../../db/update';
import { toIso, timeOfId } from '../../../core/time';
import { attributeChanges, foldAttributes } from '../contacts/fold-case';
import type { TopicChoices } from '../contacts/topic-choices';
import { lastActiveChange } from '../contacts/activity-dates';
import type { Attributes, Contact, MatchTriggers, TriggerAttributes } from '../../../db/records/contacts';
import type { ImportRow } from './import-row';

/** The audience that a row's contact joins, and the time at which the contact joins. */
interface RowTarget {
  audienceId: string;
  at: string;
  matchTriggers: MatchTriggers;
}

/** Builds a new contact from a row. */
export const newContact = (
  { workspaceId, id, audienceId, at, matchTriggers }: RowTarget & { workspaceId: string; id: string },
  row: ImportRow,
  choices: TopicChoices = {},
): Contact => ({
  ...choices,
  ...toContactAttributes(matchTriggers({ id, email: row.email }, { joinsAudience: true, tags: row.tags })),
  id,
  workspaceId,
  email: row.email,
  ...(row.firstName && { firstName: row.firstName }),
  ...(row.lastName && { lastName: row.lastName }),
  audiences: new Set([audienceId]),
  ...(row.tags.length > 0 && { tags: new Set(row.tags) }),
  attributes: row.attributes,
  folded: foldAttributes(row.attributes),
  ...(row.status !== 'subscribed' && { unsubscribedAt: at }),
  ...(row.lastActiveAt && { lastActiveAt: row.lastActiveAt }),
  createdAt: toIso(timeOfId(id)),
});

/** Leaves out an empty set, which DynamoDB does not accept. */
const toContactAttributes = ({ pendingTriggers, ...due }: TriggerAttributes): Partial<Contact> =>
  pendingTriggers.size > 0 ? { pendingTriggers, ...due } : {};

/** The changes that a row makes to an existing contact. */
export interface RowChanges {
  changes: Changes<Contact>;
  /**
   * Requires that no other request has added the contact to the audience, or added the tags or a later date, since the
   * contact was read.
   */
  condition: Condition<Contact>;
  newTags: readonly string[];
  /** The enrollments that the changes trigger. */
  pendingTriggers: ReadonlySet<string>;
}

/** Returns undefined if the row changes nothing. A row never resubscribes, clears a field or removes a tag. */
export function computeRowChanges(
  contact: Contact,
  row: ImportRow,
  { audienceId, at, matchTriggers }: RowTarget,
): RowChanges | undefined {
  const newTags = row.tags.filter((tag) => !contact.tags?.has(tag));
  const activityChange = lastActiveChange(contact, row.lastActiveAt);
  const joins = !contact.audiences?.has(audienceId);
  const attributes = attributeChanges(contact, changedAttributes(contact, row));
  const set = {
    ...changedName('firstName', contact, row),
    ...changedName('lastName', contact, row),
    ...attributes.set,
    ...activityChange.set,
  };
  const optsOut = row.status !== 'subscribed' && contact.unsubscribedAt === undefined;
  if (!joins && !optsOut && newTags.length === 0 && Object.keys(set).length === 0) return undefined;
  const { pendingTriggers, ...due } = matchTriggers(contact, { joinsAudience: joins, tags: newTags });
  return {
    changes: {
      set: { ...set, ...due },
      remove: attributes.remove,
      ...(optsOut && { setIfAbsent: { unsubscribedAt: at } }),
      add: { tags: new Set(newTags), audiences: new Set(joins ? [audienceId] : []), pendingTriggers },
    },
    condition: all(
      ifPresent,
      attributes.condition,
      activityChange.condition,
      ...(joins ? [not<Contact>(attributeContains('audiences', audienceId))] : []),
      ...newTags.map((tag) => not<Contact>(attributeContains('tags', tag))),
    ),
    newTags,
    pendingTriggers,
  };
}

const changedName = (name: 'firstName' | 'lastName', contact: Contact, row: ImportRow) =>
  row[name] && row[name] !== contact[name] ? { [name]: row[name] } : {};

const changedAttributes = ({ attributes: current }: Contact, { attributes }: ImportRow): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([key, value]) => current[key] !== value));
