import { withoutUndefined } from '../../../shared/core/without-undefined';
import type * as z from 'zod/mini';
import { normalizeTags } from '../../../shared/domain/audience/contacts/normalize-tags';
import type { SegmentInput } from '../../../shared/domain/audience/segments/save';
import type {
  CountRulesRequestSchema,
  CreateSegmentRequestSchema,
  UpdateSegmentRequestSchema,
} from './shapes';

type CountRequest = z.infer<typeof CountRulesRequestSchema>;
type CreateRequest = z.infer<typeof CreateSegmentRequestSchema>;
type UpdateRequest = z.infer<typeof UpdateSegmentRequestSchema>;

export const readNewSegment = (input: CreateRequest): SegmentInput & { key: string } => ({
  ...readAllRules(input),
  key: input.key,
  name: input.name,
});

/** Reads all rules. If the request omits a rule, the rule matches all contacts. */
export const readAllRules = (input: CountRequest): Omit<SegmentInput, 'name'> => ({
  ...emptyRules,
  ...withoutUndefined(readRules(input)),
  audienceId: input.audience_id,
});

/** Reads the changes. Undefined fields do not change the segment. */
export const readSegmentChanges = (input: UpdateRequest): Partial<SegmentInput> =>
  withoutUndefined({ ...readRules(input), audienceId: input.audience_id, name: input.name });

const emptyRules = {
  openedWithinDays: null,
  clickedWithinDays: null,
  excludeUnengagedDays: null,
  engagedWithinDays: null,
  properties: [],
  tags: [],
  excludeTags: [],
  topicKey: null,
};

const readRules = (input: UpdateRequest) => ({
  openedWithinDays: input.opened_within_days,
  clickedWithinDays: input.clicked_within_days,
  excludeUnengagedDays: input.exclude_unengaged_days,
  engagedWithinDays: input.engaged_within_days,
  properties: input.properties?.map(({ value = null, ...filter }) => ({ ...filter, value })),
  tags: input.tags && normalizeTags(input.tags),
  excludeTags: input.exclude_tags && normalizeTags(input.exclude_tags),
  topicKey: input.topic_key === '' ? null : input.topic_key,
});
