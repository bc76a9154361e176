import {
  greaterThan,
  attributeNotExists,
  all,
  any,
  atLeast,
  lessThan,
  attributeContains,
  is,
  isNot,
  isString,
  not,
  attributeExists,
  type Condition,
} from '../../../db/condition';
import { dayMs, toIso } from '../../../core/time';
import { foldCase } from '../contacts/fold-case';
import type { AttributeValue, Contact } from '../../../db/records/contacts';
import type { Topic } from '../../../db/records/topics';
import type { PropertyFilter, Segment, EngagementWindows } from '../../../db/records/segments';

/** What of a segment says whom it matches. */
export type MatchRules = EngagementWindows &
  Pick<Segment, 'audienceId' | 'properties' | 'tags' | 'excludeTags'>;

/**
 * Whom a segment matches (SG-10): who is on its audience, has not unsubscribed, and keeps every rule
 * that is set. `topic`: the one that it names.
 */
export const matchCondition = (
  segment: MatchRules,
  topic: Topic | undefined,
  nowMs: number,
): Condition<Contact> =>
  all(
    attributeContains('audiences', segment.audienceId),
    attributeNotExists('unsubscribedAt'),
    ...segment.tags.map((tag) => attributeContains<Contact>('tags', tag)),
    ...segment.excludeTags.map((tag) => not<Contact>(attributeContains('tags', tag))),
    ...windowConditions(segment, nowMs),
    ...segment.properties.map(propertyCondition),
    ...(topic ? [subscribedTo(topic)] : []),
  );

/** Their own choice, else the topic's default. */
const subscribedTo = ({ id, defaultSubscribed }: Topic): Condition<Contact> =>
  defaultSubscribed ? not(attributeContains('topicsOut', id)) : attributeContains('topicsIn', id);

type DateAttribute = 'lastOpenedAt' | 'lastClickedAt' | 'lastActiveAt' | 'createdAt';

function windowConditions(engagementWindows: EngagementWindows, nowMs: number): Condition<Contact>[] {
  const { openedWithinDays, clickedWithinDays, excludeUnengagedDays, engagedWithinDays } = engagementWindows;
  const within = (attribute: DateAttribute, days: number): Condition<Contact> =>
    atLeast(attribute, toIso(nowMs - days * dayMs));
  return [
    ...conditionIfSet(openedWithinDays, (days) => within('lastOpenedAt', days)),
    ...conditionIfSet(clickedWithinDays, (days) => within('lastClickedAt', days)),
    ...conditionIfSet(excludeUnengagedDays, (days) =>
      any(
        within('lastOpenedAt', days),
        within('lastClickedAt', days),
        attributeNotExists('lastSentAt'),
        within('createdAt', days),
      ),
    ),
    ...conditionIfSet(engagedWithinDays, (days) =>
      any(within('lastOpenedAt', days), within('lastClickedAt', days), within('lastActiveAt', days)),
    ),
  ];
}

const conditionIfSet = (
  days: number | null,
  rule: (days: number) => Condition<Contact>,
): Condition<Contact>[] => (days === null ? [] : [rule(days)]);

type AttributeFilterPath = `attributes.${string}`;

/** Who keeps one filter on an attribute. Values of another type are other values. */
function propertyCondition({ property, operator, value }: PropertyFilter): Condition<Contact> {
  const path: AttributeFilterPath = `attributes.${property}`;
  if (operator === 'exists') return attributeExists(path);
  if (operator === 'not_exists') return attributeNotExists(path);
  if (value === null) return nullComparisons[operator](path);
  if (operator === 'equals') return is(path, value);
  if (operator === 'not_equals') return any(attributeNotExists(path), isNot(path, value));
  if (operator === 'contains') return containsCondition(property, String(value));
  return compareCondition(path, operator, value);
}

/** A comparison with null. */
const nullComparisons: Record<
  Exclude<PropertyFilter['operator'], 'exists' | 'not_exists'>,
  (path: AttributeFilterPath) => Condition<Contact>
> = {
  equals: attributeNotExists,
  not_equals: attributeExists,
  contains: isString,
  gt: () => matchesNobody,
  lt: () => matchesNobody,
};

/** Truth has no order, and a text stands neither above nor below a number. */
const compareCondition = (
  path: AttributeFilterPath,
  operator: 'gt' | 'lt',
  value: AttributeValue,
): Condition<Contact> =>
  typeof value === 'boolean'
    ? matchesNobody
    : operator === 'gt'
      ? greaterThan(path, value)
      : lessThan(path, value);

/**
 * Letter case does not count: a text that has capitals stands in `folded` without them as well. Both are looked through
 * without asking which of them there is, for an expression has 4 KB and a segment can have twenty filters.
 */
function containsCondition(property: string, value: string): Condition<Contact> {
  const foldedValue = foldCase(value);
  return any(
    attributeContains(`attributes.${property}`, foldedValue),
    attributeContains(`folded.${property}`, foldedValue),
  );
}

/** A filter of the table takes no part of its key: this, too, is what every contact has. */
const matchesNobody: Condition<Contact> = attributeNotExists('email');
