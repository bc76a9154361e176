import type {
  CreateSegmentRequest,
  PropertyFilter,
  PropertyOperator,
  PropertyType,
  Segment,
} from '@carrier-nest/sdk';
import { tagsIn } from '../people/tags';

/** What a segment asks for, as the API takes it whole. */
export type Rules = Omit<CreateSegmentRequest, 'key' | 'name'>;

/** The windows of days, in the API's words and in ours. */
export const windows = [
  ['opened_within_days', 'Opened a mail within', 'opened a mail within …'],
  ['clicked_within_days', 'Clicked a link within', 'clicked a link within …'],
  [
    'engaged_within_days',
    'Opened, clicked or was active elsewhere within',
    'opened, clicked or was active within …',
  ],
  [
    'exclude_unengaged_days',
    'Leave out who was mailed, and opened and clicked nothing within',
    'opened or clicked within …, or was never mailed, or is new',
  ],
] as const;

export type Window = (typeof windows)[number][0];

/** One filter as it is being written. */
export interface FilterDraft {
  id: number;
  property: string;
  operator: PropertyOperator;
  value: string;
  /** Of a stored value, which may be another one than the property has now. */
  type?: PropertyType | undefined;
}

/** A segment as it is being written: all of it text, so that nothing typed is lost. */
export interface Draft {
  audience: string;
  tags: string;
  excludeTags: string;
  days: Record<Window, string>;
  filters: readonly FilterDraft[];
  topic: string;
}

export type Types = ReadonlyMap<string, PropertyType>;

const noDays: Record<Window, string> = {
  opened_within_days: '',
  clicked_within_days: '',
  engaged_within_days: '',
  exclude_unengaged_days: '',
};

export const emptyDraft = (audience: string): Draft => ({
  audience,
  tags: '',
  excludeTags: '',
  days: noDays,
  filters: [],
  topic: '',
});

export const draftOf = (segment: Segment): Draft => ({
  audience: segment.audience_id,
  tags: segment.tags.join(', '),
  excludeTags: segment.exclude_tags.join(', '),
  days: {
    opened_within_days: String(segment.opened_within_days ?? ''),
    clicked_within_days: String(segment.clicked_within_days ?? ''),
    engaged_within_days: String(segment.engaged_within_days ?? ''),
    exclude_unengaged_days: String(segment.exclude_unengaged_days ?? ''),
  },
  filters: segment.properties.map((filter, id) => ({ id, ...filterDraftOf(filter) })),
  topic: segment.topic_key ?? '',
});

/** To be nothing is not to be known: the API has two words for it, and here there is one. */
function filterDraftOf({ property, operator, value }: PropertyFilter): Omit<FilterDraft, 'id'> {
  if (value !== null) return { property, operator, value: String(value), type: typeOf(value) };
  const presence = { equals: 'not_exists', not_equals: 'exists' } as const;
  const isPresence = operator === 'equals' || operator === 'not_equals';
  return { property, operator: isPresence ? presence[operator] : operator, value: '' };
}

function typeOf(value: string | number | boolean): PropertyType {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

export const typeOfFilter = ({ property, type }: FilterDraft, types: Types): PropertyType =>
  type ?? types.get(property) ?? 'string';

const daysOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const rulesOf = (draft: Draft, types: Types): Rules => ({
  audience_id: draft.audience,
  tags: tagsIn(draft.tags),
  exclude_tags: tagsIn(draft.excludeTags),
  opened_within_days: daysOf(draft.days.opened_within_days),
  clicked_within_days: daysOf(draft.days.clicked_within_days),
  engaged_within_days: daysOf(draft.days.engaged_within_days),
  exclude_unengaged_days: daysOf(draft.days.exclude_unengaged_days),
  properties: draft.filters.map((filter) => filterOf(filter, types)),
  topic_key: draft.topic,
});

/** 42 and "42" are different values, so the type of the property says which is meant. */
function filterOf(filter: FilterDraft, types: Types) {
  const { property, operator, value } = filter;
  if (!needsValue(operator)) return { property, operator };
  const type = typeOfFilter(filter, types);
  if (type === 'number') return { property, operator, value: Number(value) };
  return { property, operator, value: type === 'boolean' ? value === 'true' : value };
}

export const needsValue = (operator: PropertyOperator): boolean =>
  operator !== 'exists' && operator !== 'not_exists';

/** Half a rule matches somebody else than a whole one. */
export const isWhole = ({ audience, filters }: Draft): boolean =>
  audience !== '' &&
  filters.every(
    ({ property, operator, value }) => property && (!needsValue(operator) || value.trim() !== ''),
  );
