import type { StoredContent } from './content';
import type { LeaseFields } from './lease';
import type { DueFields } from './due';
import type { ChargedUsage } from './emails';
import type { EngagementWindows } from './segments';
import type { RenderedRecord } from './templates';

export const campaignStatuses = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'testing',
  'sent',
  'failed',
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Why a campaign is paused. The campaign resumes automatically once the reason no longer applies. */
export type PauseReason =
  | 'warmup'
  | 'quota'
  | 'throttled'
  | 'interrupted'
  | 'no_postal_address'
  | 'workspace_suspended'
  | 'daily_limit';

export const testMetrics = ['open', 'click'] as const;

/** A campaign (a "broadcast" in the API, CA-1). Its content is a separate record. */
export interface Campaign
  extends Partial<DueFields>, LeaseFields, RenderedRecord<'subject' | 'html' | 'variants'> {
  id: string;
  workspaceId: string;
  name: string;
  status: CampaignStatus;
  audienceId: string;
  /** The id and the name of the sending domain. */
  identityId: string;
  domain: string;
  segmentId: string | null;
  /** The engagement windows of the campaign, in addition to those of its segment. */
  windows: EngagementWindows | null;
  topicKey: string | null;
  subject: string;
  fromName: string | null;
  scheduledAt: string | null;
  /** Set only for an A/B test, which has both `variants` and `abTest`. */
  variants: readonly Variant[] | null;
  abTest: AbTest | null;
  pauseReason: PauseReason | null;
  /** The earliest time at which the campaign resumes from a warm-up pause. */
  resumeAfter: string | null;
  failureReason: string | null;
  createdAt: string;
  updatedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  /** The object of the content, if it is too large for its record. */
  storedContent?: StoredContent;
  /** The operation id of the request that last changed the status. */
  lastTransitionBy?: string;
  /** The API keys to whose daily limits the campaign was charged. */
  chargedKeys?: ReadonlySet<string>;
  /** How many recipients were charged to each of these keys. */
  capCharges?: readonly KeyCharge[];
  /**
   * The keys with daily limits through which the campaign was last scheduled or started. The start charges them for the
   * recipients who joined since.
   */
  capKeys?: readonly string[];
  /** The parts of the workspace's contacts from which all recipients are already stored. */
  frozenParts?: ReadonlySet<string>;
  /** The number of recipients per slice. Stored so that a repeated run creates the same slices. */
  sliceSize?: number;
  /** The number of recipients in each phase, once all recipients are stored. */
  sizes?: Record<Phase, number>;
}

/** The number of a campaign's recipients that were charged to the daily limit of a key. */
export interface KeyCharge {
  keyId: string;
  recipients: number;
}

export interface Variant {
  key: string;
  /** If null, the campaign's value applies. */
  subject: string | null;
  fromName: string | null;
  /** Set only in a test of send times. */
  sendAt: string | null;
}

export interface AbTest {
  metric: (typeof testMetrics)[number];
  /** The share of recipients who receive the variants before the winner is known. */
  sampleShare: number;
  decideAfterMinutes: number;
  decideAt: string | null;
  /** The key of a variant. */
  winner: string | null;
  decidedBy: 'auto' | 'manual' | null;
  decidedAt: string | null;
  /** The counts from which the winner was decided. Earlier versions of the service did not store them. */
  decidedStats?: CampaignCounts & CampaignEngagement;
}

/** The outcome for a recipient that the campaign has processed. */
export const outcomes = ['sent', 'failed', 'skipped'] as const;
export type Outcome = (typeof outcomes)[number];

/** Deliveries, opens and clicks, counted only for A/B tests. */
export const reactions = ['delivered', 'opened', 'clicked'] as const;
export type Reaction = (typeof reactions)[number];

/** Reactions to the rollout, which are also counted with the reactions to the sample. */
export type RolloutReaction = `rollout-${Reaction}`;

/** Counts by variant and outcome, such as `b:sent`. Without an A/B test, the variant is empty. */
type CountsByVariant<Counted extends string> = Readonly<Partial<Record<`${string}:${Counted}`, number>>>;

export type CampaignCounts = CountsByVariant<Outcome>;
export type CampaignEngagement = CountsByVariant<Reaction | RolloutReaction>;

/** The content of a campaign. */
export interface CampaignContent {
  html: string;
}

/**
 * A phase of a campaign. `first` contains all recipients or the sample of an A/B test. `rest` contains the recipients
 * of the winner.
 */
export type Phase = 'first' | 'rest';

/** A recipient of a campaign, stored under the id of the recipient's message. The record never changes. */
export interface Recipient {
  contactId: string;
  /** The address without a display name. */
  email: string;
}

/** A range of recipients to which one worker at a time sends. A finished slice is deleted. */
export interface Slice extends Partial<DueFields>, LeaseFields {
  /** The phase and a number, such as `first#00000042`. */
  id: string;
  workspaceId: string;
  campaignId: string;
  phase: Phase;
  /** The message ids of the first and the last recipient. */
  from: string;
  to: string;
  /** The index of the first recipient in the phase. Variants are assigned round-robin by this index. */
  position: number;
  /** Set only in a test of send times. The slice then contains only the recipients of this variant. */
  variantKey?: string;
  /** The number of recipients without an outcome, according to the last run. */
  recipientCount: number;
  /** The number of runs of the slice that started, and the number of runs that failed. */
  runs: number;
  failures?: number;
  /** The recipients charged to the workspace's usage. */
  charged?: ChargedUsage;
  /** The recipients charged to the domain's warm-up allowance, and the UTC day of the last charge. */
  chargedWarmup?: { day: string; recipients: number };
  /** The counts that the slice has already added to the campaign's counts, if the slice takes more than one run. */
  countedStats?: CampaignCounts;
}
