import type { RiskClass } from './domains';
import type { DueFields } from './due';

/** What became of an email (E-59). */
export const emailStatuses = [
  'queued',
  'scheduled',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'rejected',
  'canceled',
  'failed',
] as const;

export type EmailStatus = (typeof emailStatuses)[number];

/** Statuses that few emails have: found through the index `byStatus`. The others are found in the log. */
const rareStatuses: readonly EmailStatus[] = [
  'scheduled',
  'bounced',
  'complained',
  'rejected',
  'canceled',
  'failed',
];

export const isRareStatus = (status: EmailStatus): boolean => rareStatuses.includes(status);

export interface Email extends Partial<DueFields> {
  id: string;
  workspaceId: string;
  /** As given, display name included. */
  from: string;
  /** Bare addresses, without those that were dropped. */
  to: readonly string[];
  /** Bare addresses, of the threads' participants. */
  cc?: readonly string[];
  subject: string;
  status: EmailStatus;
  riskClass: RiskClass;
  /** The key of its topic. */
  topic?: string | undefined;
  /** The campaign that it is of, and the variant of its test. */
  campaignId?: string;
  variant?: string;
  /** Everybody whom it goes to, across to, cc and bcc. */
  recipientCount: number;
  threadId: string | null;
  /** Its thread is there before it has left: the thread counts it when it is sent. */
  joinsThread?: boolean;
  /** It is held or scheduled, which its thread shows until it has left. */
  isPendingReply?: boolean;
  /** The Message-IDs of its References header. */
  references?: readonly string[] | null;
  providerMessageId: string | null;
  scheduledAt: string | null;
  sentAt: string | null;
  openedAt: string | null;
  clickedAt: string | null;
  createdAt: string;
  /** The approval that it is held for, or was. */
  approvalId?: string;
  /** Why a rejected email was skipped. */
  skippedBecause?: string;
  /** Set while the status is a rare one: index `byStatus`. */
  statusKey?: string;
  /** The last attempt to submit it to SES: send/deliver/. */
  attempt?: Attempt;
  /** What it was charged, until that is refunded. */
  chargedUsage?: ChargedUsage;
  /** Of a scheduled email that could not be sent when it was due: send/scheduling/. */
  retry?: RetryState;
  /** Who unsubscribed since it was held or scheduled, bare. */
  optedOutRecipients?: ReadonlySet<string>;
  /** The event that decided the status, as its time and then its rank: tracking/apply-delivery-status.ts. */
  statusOrder?: string;
  /** What is known of its opens and clicks: tracking/engagement/. */
  engagement: EngagementState;
}

/** One attempt to submit an email to SES. Only its owner may submit it. */
export interface Attempt {
  owner: string;
  /** ms */
  startedAt: number;
}

/** What an email was charged. */
export interface ChargedUsage {
  /** A billing period. */
  period: string;
  recipients: number;
}

export interface RetryState {
  /** How many deliveries were tried when it was due, and postponed. */
  deliveryAttempts: number;
  /** The next delivery is not tried before this time. */
  notBefore?: string;
}

export interface EngagementState {
  /** The one open that webhooks are told of, whichever proves to be the first. */
  publishedOpenId?: string;
  /** When everything was brought in line that had been held until then, ms: of emails with much engagement. */
  reconciledAt?: number;
  /** Until then nobody else brings it in line, ms: of emails with much engagement. */
  leaseUntil?: number;
  /** So much was reported that no more is recorded. */
  isFull?: boolean;
}

/** What happened to an email (EV-2). */
export interface EmailEvent {
  id: string;
  messageId: string;
  providerMessageId: string | null;
  type: EmailEventType;
  recipient: string;
  subType: string | null;
  detail: string | null;
  occurredAt: string;
  createdAt: string;
}

export const emailEventTypes = [
  'send',
  'delivery',
  'bounce',
  'complaint',
  'reject',
  'open',
  'click',
  'rendering_failure',
  'delivery_delay',
] as const;

export type EmailEventType = (typeof emailEventTypes)[number];

/** Under an address: an email that has yet to be sent to it. */
export interface PendingEmailPointer {
  /** When the email was sent for certain, and DynamoDB may delete this (seconds). */
  expiresAt: number;
}
