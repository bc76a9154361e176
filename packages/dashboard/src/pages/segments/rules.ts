import type {
  CreateSegmentRequest,
  PropertyFilter,
  PropertyOperator,
  PropertyType,
  Segment,
} from '@carrier-nest/sdk';
import { parseCommaList } from '../../parts/format';

/** The complete rules of a segment, as the API accepts them. */
export type SegmentRules = Omit<CreateSegmentRequest, 'key' | 'name'>;

/** The engagement windows: the field of the API, the label in the form and the phrase in a description. */
export const engagementWindows = [
  ['opened_within_days', 'Opened an email within', 'opened an email within …'],
  ['clicked_within_days', 'Clicked a link within', 'clicked a link within …'],
  [
    'engaged_within_days',
    'Opened, clicked or was active elsewhere within',
    'opened, clicked or was active within …',
  ],
  [
    'exclude_unengaged_days',
    'Exclude if emailed, but without an open or click within',
    'opened or clicked within …, was never emailed, or is new',
  ],
] as const;

export type EngagementWindow = (typeof engagementWindows)[number][0];

/** A property filter in the form. */
export interface FilterDraft {
  id: number;
  property: string;
  operator: PropertyOperator;
  value: string;
  /** The type of the stored value, which can differ from the current type of the property. */
  type?: PropertyType | undefined;
}

/** A segment in the form. All its values are text, so that no input is lost. */
export interface SegmentDraft {
  audience: string;
  tags: string;
  excludeTags: string;
  days: Record<EngagementWindow, string>;
  filters: readonly FilterDraft[];
  topic: string;
}

export type PropertyTypes = ReadonlyMap<string, PropertyType>;

const emptyDays: Record<EngagementWindow, string> = {
  opened_within_days: '',
  clicked_within_days: '',
  engaged_within_days: '',
  exclude_unengaged_days: '',
};

export const emptyDraft = (audience: string): SegmentDraft => ({
  audience,
  tags: '',
  excludeTags: '',
  days: emptyDays,
  filters: [],
  topic: '',
});

export const toDraft = (segment: Segment): SegmentDraft => ({
  audience: segment.audience_id,
  tags: segment.tags.join(', '),
  excludeTags: segment.exclude_tags.join(', '),
  days: {
    opened_within_days: String(segment.opened_within_days ?? ''),
    clicked_within_days: String(segment.clicked_within_days ?? ''),
    engaged_within_days: String(segment.engaged_within_days ?? ''),
    exclude_unengaged_days: String(segment.exclude_unengaged_days ?? ''),
  },
  filters: segment.properties.map((filter, id) => ({ id, ...toFilterDraft(filter) })),
  topic: segment.topic_key ?? '',
});

/** The API can express a missing value with a null value or with `not_exists`. The form has only `not_exists`. */
function toFilterDraft({ property, operator, value }: PropertyFilter): Omit<FilterDraft, 'id'> {
  if (value !== null) return { property, operator, value: String(value), type: typeOfValue(value) };
  const presenceOperators = { equals: 'not_exists', not_equals: 'exists' } as const;
  const isPresence = operator === 'equals' || operator === 'not_equals';
  return { property, operator: isPresence ? presenceOperators[operator] : operator, value: '' };
}

function typeOfValue(value: string | number | boolean): PropertyType {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

export const typeOfFilter = ({ property, type }: FilterDraft, types: PropertyTypes): PropertyType =>
  type ?? types.get(property) ?? 'string';

const parseDays = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const toRules = (draft: SegmentDraft, types: PropertyTypes): SegmentRules => ({
  audience_id: draft.audience,
  tags: parseCommaList(draft.tags),
  exclude_tags: parseCommaList(draft.excludeTags),
  opened_within_days: parseDays(draft.days.opened_within_days),
  clicked_within_days: parseDays(draft.days.clicked_within_days),
  engaged_within_days: parseDays(draft.days.engaged_within_days),
  exclude_unengaged_days: parseDays(draft.days.exclude_unengaged_days),
  properties: draft.filters.map((filter) => toFilter(filter, types)),
  topic_key: draft.topic,
});

/** Converts the value to the type of the property, because 42 and "42" are different values. */
function toFilter(filter: FilterDraft, types: PropertyTypes) {
  const { property, operator, value } = filter;
  if (!needsValue(operator)) return { property, operator };
  const type = typeOfFilter(filter, types);
  if (type === 'number') return { property, operator, value: Number(value) };
  return { property, operator, value: type === 'boolean' ? value === 'true' : value };
}

export const needsValue = (operator: PropertyOperator): boolean =>
  operator !== 'exists' && operator !== 'not_exists';

/** Returns false if a rule is incomplete, because it would match other contacts than the finished rule. */
export const isComplete = ({ audience, filters }: SegmentDraft): boolean =>
  audience !== '' &&
  filters.every(
    ({ property, operator, value }) => property && (!needsValue(operator) || value.trim() !== ''),
  );
