import type { RiskClass } from './domains';
import type { DueFields } from './due';

/** The status of an email (E-59). */
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

/** Rare statuses, found through the index `byStatus`. Emails with other statuses are found in the log. */
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
  /** The sender as the client wrote it, with the display name. */
  from: string;
  /** Addresses without display names and without dropped recipients. */
  to: readonly string[];
  /** Addresses without display names, for the participants of the thread. */
  cc?: readonly string[];
  subject: string;
  status: EmailStatus;
  riskClass: RiskClass;
  /** The key of its topic. */
  topic?: string | undefined;
  /** The email's campaign, and the variant in its A/B test. */
  campaignId?: string;
  variant?: string;
  /** The number of recipients across to, cc and bcc. */
  recipientCount: number;
  threadId: string | null;
  /** Whether the thread exists before the email is sent. The thread counts the email once the email is sent. */
  joinsThread?: boolean;
  /**
   * Whether the email is held or scheduled and its thread lists the email as a pending reply until the email is sent.
   */
  isPendingReply?: boolean;
  /** The Message-IDs of its References header. */
  references?: readonly string[] | null;
  providerMessageId: string | null;
  scheduledAt: string | null;
  sentAt: string | null;
  openedAt: string | null;
  clickedAt: string | null;
  createdAt: string;
  /** The approval for which the email waits or waited. */
  approvalId?: string;
  /** Why a rejected email was skipped. */
  skippedBecause?: string;
  /** Key of the index `byStatus`, only while the status is rare. */
  statusKey?: string;
  /** The latest attempt to submit the email to SES: send/deliver/. */
  attempt?: Attempt;
  /** The usage charged for the email. Removed by a refund. */
  chargedUsage?: ChargedUsage;
  /** Retries of a scheduled email that could not be sent when due: send/scheduling/. */
  retry?: RetryState;
  /** The addresses of recipients who unsubscribed while the email was held or scheduled. */
  optedOutRecipients?: ReadonlySet<string>;
  /** The time and rank of the event that set the status: tracking/apply-delivery-status.ts. */
  statusOrder?: string;
  /** The processing state of the email's opens and clicks: tracking/engagement/. */
  engagement: EngagementState;
}

/** An attempt to submit an email to SES. Only its owner may submit the email. */
export interface Attempt {
  owner: string;
  /** ms */
  startedAt: number;
}

/** The usage charged for an email. */
export interface ChargedUsage {
  /** The billing period. */
  period: string;
  recipients: number;
}

export interface RetryState {
  /** The number of delivery attempts that were postponed after the email was due. */
  deliveryAttempts: number;
  /** The earliest time of the next delivery. */
  notBefore?: string;
}

export interface EngagementState {
  /** The only open that is published to webhooks, even if SES later reports an earlier open. */
  publishedOpenId?: string;
  /** All engagement whose hold ended by this time (ms) is processed. Set only for emails with much engagement. */
  reconciledAt?: number;
  /** The time (ms) until which no other worker processes the engagement. Set only for emails with much engagement. */
  leaseUntil?: number;
  /** Whether the email has the maximum of recorded engagement, so that no more engagement is recorded. */
  isFull?: boolean;
}

/** An event of an email (EV-2). */
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

/** Points from a recipient address to an unsent email. */
export interface PendingEmailPointer {
  /** A time by which the email has certainly been sent, so DynamoDB may delete the pointer (seconds). */
  expiresAt: number;
}
