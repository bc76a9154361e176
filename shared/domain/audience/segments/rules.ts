import {
  above,
  absent,
  all,
  any,
  atLeast,
  below,
  has,
  is,
  isNot,
  isText,
  not,
  present,
  type Condition,
} from '../../../db/condition';
import { dayMs, iso } from '../../../core/time';
import { foldedText } from '../contacts/fold';
import type { AttributeValue } from '../../../db/records/contacts';
import type { Topic } from '../../../db/records/topics';
import type { PropertyFilter, Segment, Windows } from '../../../db/records/segments';

/** What of a segment says whom it matches. */
export type Rules = Windows & Pick<Segment, 'audienceId' | 'properties' | 'tags' | 'excludeTags'>;

/**
 * Whom a segment matches (workspace.md, "Matching"): who is on its audience, has not unsubscribed, and keeps every rule
 * that is set. `topic`: the one that it names.
 */
export const matching = (segment: Rules, topic: Topic | undefined, nowMs: number): Condition =>
  all(
    has('audiences', segment.audienceId),
    absent('unsubscribedAt'),
    ...segment.tags.map((tag) => has('tags', tag)),
    ...segment.excludeTags.map((tag) => not(has('tags', tag))),
    ...windows(segment, nowMs),
    ...segment.properties.map(keeping),
    ...(topic ? [subscribedTo(topic)] : []),
  );

/** Their own choice, else the topic's default. */
const subscribedTo = ({ id, defaultSubscribed }: Topic): Condition =>
  defaultSubscribed ? not(has('topicsOut', id)) : has('topicsIn', id);

function windows(wanted: Windows, nowMs: number): Condition[] {
  const { openedWithinDays, clickedWithinDays, excludeUnengagedDays, engagedWithinDays } = wanted;
  const within = (attribute: string, days: number): Condition =>
    atLeast(attribute, iso(nowMs - days * dayMs));
  return [
    ...whereSet(openedWithinDays, (days) => within('lastOpenedAt', days)),
    ...whereSet(clickedWithinDays, (days) => within('lastClickedAt', days)),
    ...whereSet(excludeUnengagedDays, (days) =>
      any(
        within('lastOpenedAt', days),
        within('lastClickedAt', days),
        absent('lastSentAt'),
        within('createdAt', days),
      ),
    ),
    ...whereSet(engagedWithinDays, (days) =>
      any(within('lastOpenedAt', days), within('lastClickedAt', days), within('lastActiveAt', days)),
    ),
  ];
}

const whereSet = (days: number | null, rule: (days: number) => Condition): Condition[] =>
  days === null ? [] : [rule(days)];

/** Who keeps one filter on an attribute. Values of another type are other values. */
function keeping({ property, operator, value }: PropertyFilter): Condition {
  const path = `attributes.${property}`;
  if (operator === 'exists') return present(path);
  if (operator === 'not_exists') return absent(path);
  if (value === null) return withoutValue[operator](path);
  if (operator === 'equals') return is(path, value);
  if (operator === 'not_equals') return any(absent(path), isNot(path, value));
  if (operator === 'contains') return containing(property, String(value));
  return ordered(path, operator, value);
}

/** A comparison with null. */
const withoutValue: Record<
  Exclude<PropertyFilter['operator'], 'exists' | 'not_exists'>,
  (path: string) => Condition
> = {
  equals: absent,
  not_equals: present,
  contains: isText,
  gt: () => nobody,
  lt: () => nobody,
};

/** Truth has no order, and a text stands neither above nor below a number. */
const ordered = (path: string, operator: 'gt' | 'lt', value: AttributeValue): Condition =>
  typeof value === 'boolean' ? nobody : operator === 'gt' ? above(path, value) : below(path, value);

/**
 * Letter case does not count: a text that has capitals stands in `folded` without them as well. Both are looked through
 * without asking which of them there is, for an expression has 4 KB and a segment can have twenty filters.
 */
function containing(property: string, value: string): Condition {
  const folded = foldedText(value);
  return any(has(`attributes.${property}`, folded), has(`folded.${property}`, folded));
}

/** A filter of the table takes no part of its key: this, too, is what every contact has. */
const nobody = absent('email');
