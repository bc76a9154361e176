import type * as z from 'zod/mini';
import { tagsOf } from '../../../shared/domain/audience/contacts/tags';
import type { SegmentRules } from '../../../shared/domain/audience/segments/save';
import type {
  CountRulesRequestSchema,
  CreateSegmentRequestSchema,
  UpdateSegmentRequestSchema,
} from './shapes';

type Counted = z.infer<typeof CountRulesRequestSchema>;
type Created = z.infer<typeof CreateSegmentRequestSchema>;
type Changed = z.infer<typeof UpdateSegmentRequestSchema>;

/** A new segment in the domain's words. */
export const readNewSegment = (given: Created): SegmentRules & { key: string } => ({
  ...readAllRules(given),
  key: given.key,
  name: given.name,
});

/** Every rule: what is not given asks nothing. */
export const readAllRules = (given: Counted): Omit<SegmentRules, 'name'> => ({
  ...nothingAsked,
  ...withoutUndefined(readRules(given)),
  audienceId: given.audience_id,
});

/** What an update gives; what is undefined stays. */
export const readSegmentChanges = (given: Changed): Partial<SegmentRules> =>
  withoutUndefined({ ...readRules(given), audienceId: given.audience_id, name: given.name });

const nothingAsked = {
  openedWithinDays: null,
  clickedWithinDays: null,
  excludeUnengagedDays: null,
  engagedWithinDays: null,
  properties: [],
  tags: [],
  excludeTags: [],
  topicKey: null,
};

const readRules = (given: Changed) => ({
  openedWithinDays: given.opened_within_days,
  clickedWithinDays: given.clicked_within_days,
  excludeUnengagedDays: given.exclude_unengaged_days,
  engagedWithinDays: given.engaged_within_days,
  properties: given.properties?.map(({ value = null, ...filter }) => ({ ...filter, value })),
  tags: given.tags && tagsOf(given.tags),
  excludeTags: given.exclude_tags && tagsOf(given.exclude_tags),
  topicKey: given.topic_key === '' ? null : given.topic_key,
});

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

const withoutUndefined = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
