import { isObject } from '../../../shared/core/is-object';
import type * as z from 'zod/mini';
import { noEngagementWindows } from '../../../shared/domain/marketing/campaigns/recipient-query';
import type { NewCampaign } from '../../../shared/domain/marketing/campaigns/create';
import type { Variant } from '../../../shared/db/records/campaigns';
import type { CampaignUpdate } from '../../../shared/domain/marketing/campaigns/update';
import type { TestSettings } from '../../../shared/domain/marketing/campaigns/variants';
import { ApiError, invalidRequest } from '../../../shared/core/errors';
import type { DeferredBody } from '../../../shared/http/input';
import { toIso } from '../../../shared/core/time';
import type {
  AbTestRequestSchema,
  CreateBroadcastRequestSchema,
  UpdateBroadcastRequestSchema,
  VariantRequestSchema,
  WindowsRequestSchema,
} from './shapes';

export function readNewBroadcast(input: z.infer<typeof CreateBroadcastRequestSchema>): NewCampaign {
  return {
    name: input.name,
    audienceId: input.audience_id,
    identityId: input.identity_id,
    segmentId: input.segment_id ?? null,
    windows: input.segment ? readWindows(input.segment) : null,
    topicKey: input.topic_key ?? null,
    subject: input.subject,
    fromName: input.from_name || null,
    html: input.html,
    variants: input.variants?.map(readVariant) ?? null,
    test: input.ab_test ? readTest(input.ab_test) : null,
  };
}

const readWindows = (input: z.infer<typeof WindowsRequestSchema>) => ({
  ...noEngagementWindows,
  openedWithinDays: input.opened_within_days ?? null,
  clickedWithinDays: input.clicked_within_days ?? null,
  excludeUnengagedDays: input.exclude_unengaged_days ?? null,
  engagedWithinDays: input.engaged_within_days ?? null,
});

const readVariant = (input: z.infer<typeof VariantRequestSchema>): Variant => ({
  key: input.key,
  subject: input.subject ?? null,
  fromName: input.from_name || null,
  sendAt: input.send_at ? toIso(Date.parse(input.send_at)) : null,
});

const readTest = (input: z.infer<typeof AbTestRequestSchema>): Partial<TestSettings> => ({
  ...(input.metric !== undefined && { metric: input.metric }),
  ...(input.sample_share !== undefined && { sampleShare: input.sample_share }),
  ...(input.decide_after_minutes !== undefined && { decideAfterMinutes: input.decide_after_minutes }),
});

type UpdateRequest = z.infer<typeof UpdateBroadcastRequestSchema>;

/** Fields that cannot be changed after the campaign is created. */
const fixedFields = ['audience_id', 'identity_id', 'segment_id', 'segment', 'topic_key'];

/**
 * Reads an update. The body is validated when `readTime` or `readChanges` is called, because errors with status 403 and
 * 409 take precedence over 422.
 */
export function readBroadcastUpdate(body: DeferredBody<UpdateRequest>): CampaignUpdate {
  const fields = Object.entries(isObject(body.raw) ? body.raw : {});
  const timeField = fields.find(([name]) => name === 'scheduled_at');
  return {
    changesTime: timeField !== undefined && timeField[1] !== null,
    changesOnlyTime: timeField !== undefined && fields.length === 1,
    readTime: () => {
      const { scheduled_at: time } = body.read();
      return time === null ? null : (readTime(time) ?? null);
    },
    readChanges: () => {
      refuseFixedFields(fields.map(([name]) => name));
      return readChanges(body.read());
    },
  };
}

function refuseFixedFields(names: readonly string[]): void {
  const name = names.find((field) => fixedFields.includes(field));
  if (name !== undefined)
    throw invalidRequest(`${name}: cannot be changed after the campaign is created. Create another campaign`);
  if (names.includes('scheduled_at'))
    throw invalidRequest('scheduled_at: schedule a draft with POST /v1/broadcasts/{id}/send');
}

const readChanges = (input: UpdateRequest) => ({
  name: input.name,
  subject: input.subject,
  html: input.html,
  fromName: input.from_name === '' ? null : input.from_name,
  variants: input.variants && input.variants.map(readVariant),
  test: input.ab_test && readTest(input.ab_test),
});

const utcTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/**
 * Parses a UTC time into ms. UTC offsets and phrases such as `in 2 hours` are refused, because a wrong guess would
 * affect a whole campaign (CA-19).
 */
export function readTime(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  const time = utcTime.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` reads 31 February as a day in March.
  if (!Number.isNaN(time) && toIso(time).slice(0, 10) === text.slice(0, 10)) return time;
  throw new ApiError(
    'invalid_schedule',
    'scheduled_at: must be a time in UTC that ends in Z, such as 2026-12-24T18:00:00Z',
  );
}
