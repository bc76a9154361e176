import type { LeaseFields } from './lease';
import type { DueFields } from './due';
import type { ChargedUsage } from './emails';
import type { EngagementWindows } from './segments';

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

/** Why a run waits, and goes on by itself once that is over. */
export type PauseReason =
  'warmup' | 'quota' | 'throttled' | 'interrupted' | 'no_postal_address' | 'workspace_suspended';

export const testMetrics = ['open', 'click'] as const;

/** A mail to many (a "broadcast" on the wire, CA-1). What it says stands beside it. */
export interface Campaign extends Partial<DueFields>, LeaseFields {
  id: string;
  workspaceId: string;
  name: string;
  status: CampaignStatus;
  audienceId: string;
  /** Of its sending domain, and that domain's name. */
  identityId: string;
  domain: string;
  segmentId: string | null;
  /** Of the engagement windows that the campaign itself sets. */
  windows: EngagementWindows | null;
  topicKey: string | null;
  subject: string;
  fromName: string | null;
  scheduledAt: string | null;
  /** An A/B test has both, and another campaign neither. */
  variants: readonly Variant[] | null;
  abTest: AbTest | null;
  pauseReason: PauseReason | null;
  /** Of a warm-up pause: not before. */
  resumeAfter: string | null;
  failureReason: string | null;
  createdAt: string;
  updatedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  /** The request that moved it last. */
  lastTransitionBy?: string;
  /** The keys whose daily limit it has been counted on. */
  chargedKeys?: ReadonlySet<string>;
  /** The parts of the workspace's contacts whose recipients are written down. */
  frozenParts?: ReadonlySet<string>;
  /** Of how many recipients its slices are: the same however often they are cut. */
  sliceSize?: number;
  /** How many there are, once all are known: those of the first phase, and those who wait for the winner. */
  sizes?: Record<Phase, number>;
}

export interface Variant {
  key: string;
  /** Null: as the campaign has it. */
  subject: string | null;
  fromName: string | null;
  /** Of a test of the time of sending. */
  sendAt: string | null;
}

export interface AbTest {
  metric: (typeof testMetrics)[number];
  /** The part of the recipients on whom the variants are tried. */
  sampleShare: number;
  decideAfterMinutes: number;
  decideAt: string | null;
  /** The key of a variant. */
  winner: string | null;
  decidedBy: 'auto' | 'manual' | null;
  decidedAt: string | null;
}

/** What became of recipients whose turn came. */
export const outcomes = ['sent', 'failed', 'skipped'] as const;
export type Outcome = (typeof outcomes)[number];

/** What their readers did, and what reached them. Only of tests. */
export type Reaction = 'delivered' | 'opened' | 'clicked';

/** By variant and what is counted: `b:sent`. Without a test the variant is empty. */
type CountsByVariant<Counted extends string> = Readonly<Partial<Record<`${string}:${Counted}`, number>>>;

export type CampaignCounts = CountsByVariant<Outcome>;
export type CampaignEngagement = CountsByVariant<Reaction>;

/** What a campaign says. */
export interface CampaignContent {
  html: string;
}

/** Everybody, or the sample of a test: and then those who get the winner. */
export type Phase = 'first' | 'rest';

/** Somebody whom a campaign is for, under the id that their message has or would have. It never changes. */
export interface Recipient {
  contactId: string;
  /** Bare. */
  email: string;
}

/** Recipients who are mailed in one go: due until they are, and then gone. */
export interface Slice extends Partial<DueFields>, LeaseFields {
  /** Its phase and its number: `first#00000042`. */
  id: string;
  workspaceId: string;
  campaignId: string;
  phase: Phase;
  /** The messages of the first and the last of them. */
  from: string;
  to: string;
  /** The place of the first among all of the phase: variants are dealt in turn. */
  position: number;
  /** Of a test of the time of sending: only those who get this variant. */
  variantKey?: string;
  /** How many of them are still to be mailed, as far as the last run knew. */
  recipientCount: number;
  /** How often somebody began with it, and how often that failed. */
  runs: number;
  failures?: number;
  /** How many of it are counted in the usage. */
  charged?: ChargedUsage;
  /** How many of it were counted on days of a domain that is warming up, and the last of these: a UTC day. */
  chargedWarmup?: { day: string; recipients: number };
  /** What of it is in the campaign's figures, where it took more than one run: by figure. */
  countedStats?: CampaignCounts;
}
