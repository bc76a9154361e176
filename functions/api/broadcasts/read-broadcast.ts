import type * as z from 'zod/mini';
import { noWindows } from '../../../shared/domain/marketing/campaigns/audience';
import type { NewCampaign } from '../../../shared/domain/marketing/campaigns/create';
import type { Variant } from '../../../shared/db/records/campaigns';
import type { CampaignUpdate } from '../../../shared/domain/marketing/campaigns/update';
import type { TestSettings } from '../../../shared/domain/marketing/campaigns/variants';
import { ApiError, invalidRequest } from '../../../shared/core/errors';
import type { LateBody } from '../../../shared/http/input';
import { iso } from '../../../shared/core/time';
import type {
  AbTestRequestSchema,
  CreateBroadcastRequestSchema,
  UpdateBroadcastRequestSchema,
  VariantRequestSchema,
  WindowsRequestSchema,
} from './shapes';

/** A new campaign in the domain's words. */
export function readNewBroadcast(given: z.infer<typeof CreateBroadcastRequestSchema>): NewCampaign {
  return {
    name: given.name,
    audienceId: given.audience_id,
    identityId: given.identity_id,
    segmentId: given.segment_id ?? null,
    windows: given.segment ? readWindows(given.segment) : null,
    topicKey: given.topic_key ?? null,
    subject: given.subject,
    fromName: given.from_name || null,
    html: given.html,
    variants: given.variants?.map(readVariant) ?? null,
    test: given.ab_test ? readTest(given.ab_test) : null,
  };
}

const readWindows = (given: z.infer<typeof WindowsRequestSchema>) => ({
  ...noWindows,
  openedWithinDays: given.opened_within_days ?? null,
  clickedWithinDays: given.clicked_within_days ?? null,
  excludeUnengagedDays: given.exclude_unengaged_days ?? null,
  engagedWithinDays: given.engaged_within_days ?? null,
});

const readVariant = (given: z.infer<typeof VariantRequestSchema>): Variant => ({
  key: given.key,
  subject: given.subject ?? null,
  fromName: given.from_name || null,
  sendAt: given.send_at ? iso(Date.parse(given.send_at)) : null,
});

const readTest = (given: z.infer<typeof AbTestRequestSchema>): Partial<TestSettings> => ({
  ...(given.metric !== undefined && { metric: given.metric }),
  ...(given.sample_share !== undefined && { sampleShare: given.sample_share }),
  ...(given.decide_after_minutes !== undefined && { decideAfterMinutes: given.decide_after_minutes }),
});

type Changed = z.infer<typeof UpdateBroadcastRequestSchema>;

/** What a draft keeps for good: what it is for and from. */
const fixed = ['audience_id', 'identity_id', 'segment_id', 'segment', 'topic_key'];

/** What an update asks for. Who asks, and what of, decide first how its body is read. */
export function readBroadcastUpdate(body: LateBody<Changed>): CampaignUpdate {
  const fields = Object.entries(typeof body.given === 'object' && body.given !== null ? body.given : {});
  const asked = fields.find(([name]) => name === 'scheduled_at');
  return {
    movesTime: asked !== undefined && asked[1] !== null,
    isTimeOnly: asked !== undefined && fields.length === 1,
    readTime: () => {
      const { scheduled_at: at } = body.read();
      return at === null ? null : (readTime(at) ?? null);
    },
    readChanges: () => {
      refuseFixed(fields.map(([name]) => name));
      return readChanges(body.read());
    },
  };
}

function refuseFixed(names: readonly string[]): void {
  const name = names.find((one) => fixed.includes(one));
  if (name !== undefined)
    throw invalidRequest(`${name}: it is fixed when a campaign is created; create another one`);
  if (names.includes('scheduled_at'))
    throw invalidRequest('scheduled_at: a draft is scheduled with POST /v1/broadcasts/{id}/send');
}

const readChanges = (given: Changed) => ({
  name: given.name,
  subject: given.subject,
  html: given.html,
  fromName: given.from_name === '' ? null : given.from_name,
  variants: given.variants && given.variants.map(readVariant),
  test: given.ab_test && readTest(given.ab_test),
});

const utcTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** A moment in UTC, in ms. Offsets and phrases are refused: a mail to many is no place to guess (contract.md, D22). */
export function readTime(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  const at = utcTime.test(text) ? Date.parse(text) : Number.NaN;
  // 31 February is read as a day in March.
  if (!Number.isNaN(at) && iso(at).slice(0, 10) === text.slice(0, 10)) return at;
  throw new ApiError(
    'invalid_schedule',
    'scheduled_at: give a time in UTC that ends in Z, such as 2026-12-24T18:00:00Z',
  );
}
