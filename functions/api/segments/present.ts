import type * as z from 'zod/mini';
import type { Segment } from '../../../shared/db/records/segments';
import type { SegmentSchema } from './shapes';

export const presentSegment = (segment: Segment): z.infer<typeof SegmentSchema> => ({
  id: segment.id,
  key: segment.key,
  name: segment.name,
  audience_id: segment.audienceId,
  opened_within_days: segment.openedWithinDays,
  clicked_within_days: segment.clickedWithinDays,
  exclude_unengaged_days: segment.excludeUnengagedDays,
  engaged_within_days: segment.engagedWithinDays,
  properties: segment.properties.map(({ property, operator, value }) => ({ property, operator, value })),
  tags: [...segment.tags],
  exclude_tags: [...segment.excludeTags],
  topic_key: segment.topicKey,
  created_at: segment.createdAt,
  updated_at: segment.updatedAt,
});
