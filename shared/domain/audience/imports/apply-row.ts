import { all, attributeContains, ifPresent, not, type Condition } from '../../../db/condition';
import type { Changes } from '../../../db/update';
import { toIso, timeOfId } from '../../../core/time';
import { attributeChanges, foldAttributes } from '../contacts/fold-case';
import type { TopicChoices } from '../contacts/topic-choices';
import { lastActiveChange } from '../contacts/activity-dates';
import type { Attributes, Contact, MatchTriggers, TriggerAttributes } from '../../../db/records/contacts';
import type { ImportRow } from './import-row';

/** Where a row puts somebody, and when. */
interface RowTarget {
  audienceId: string;
  at: string;
  matchTriggers: MatchTriggers;
}

/** The contact that a row makes of somebody whom nobody knew. */
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

/** A set of the table has a member at least. */
const toContactAttributes = ({ pendingTriggers, ...due }: TriggerAttributes): Partial<Contact> =>
  pendingTriggers.size > 0 ? { pendingTriggers, ...due } : {};

/** What a row changes of somebody who is known. */
export interface RowChanges {
  changes: Changes<Contact>;
  /** Nobody else has put them on the audience, given them one of the tags or a later date since they were read. */
  condition: Condition<Contact>;
  newTags: readonly string[];
  /** What they begin. */
  pendingTriggers: ReadonlySet<string>;
}

/** Undefined: the row says nothing new. It never resubscribes, empties nothing and takes no tag away. */
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
