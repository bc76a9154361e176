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

/** The rules of a segment. */
export type MatchRules = EngagementWindows &
  Pick<Segment, 'audienceId' | 'properties' | 'tags' | 'excludeTags'>;

/**
 * The condition that a segment's contacts meet (SG-10): they are in its audience, are not unsubscribed and match every
 * rule that is set. `topic`: the topic of the segment.
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

/** The contact's own choice, or the topic's default if there is no choice. */
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

/** The condition of a filter on an attribute. Values of different types are never equal. */
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

/** Comparisons with null. */
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

/** Booleans have no order. A string is neither greater nor less than a number. */
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
 * The comparison ignores case. `folded` contains lowercase copies of values with capitals. The condition searches the
 * value and the copy without checking whether the copy exists, because an expression is limited to 4 KB and a segment
 * can have twenty filters.
 */
function containsCondition(property: string, value: string): Condition<Contact> {
  const foldedValue = foldCase(value);
  return any(
    attributeContains(`attributes.${property}`, foldedValue),
    attributeContains(`folded.${property}`, foldedValue),
  );
}

/** No contact meets this condition, because every contact has an email. A DynamoDB filter cannot use key attributes. */
const matchesNobody: Condition<Contact> = attributeNotExists('email');
