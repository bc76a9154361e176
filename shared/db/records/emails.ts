import type { StoredContent } from './content';
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

/**
 * Statuses that few emails have. The index `byStatus` contains these emails. Emails with other statuses are found in
 * the log.
 */
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
  /** Addresses without display names. Dropped recipients are removed. */
  to: readonly string[];
  /** Addresses without display names, for the participants of the thread. */
  cc?: readonly string[];
  subject: string;
  status: EmailStatus;
  riskClass: RiskClass;
  /** The key of the email's topic. */
  topic?: string | undefined;
  /** The email's campaign, and the variant in its A/B test. */
  campaignId?: string;
  variant?: string;
  /** Whether the email was sent after the decision of the A/B test. */
  isRollout?: true;
  /** The number of recipients across to, cc and bcc. */
  recipientCount: number;
  threadId: string | null;
  /** The inbox whose address is in `from`. */
  inboxId?: string;
  /** Whether the thread exists before the email is sent. The thread counts the email only once the email is sent. */
  joinsThread?: boolean;
  /** Whether the thread lists the email as a pending reply, because the email is held or scheduled. */
  isPendingReply?: boolean;
  /** The Message-IDs of the References header. */
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
  /** Key of the index `byStatus`. Set only while the status is one of `rareStatuses`. */
  statusKey?: string;
  /** The latest attempt to submit the email to SES (send/deliver/). */
  attempt?: Attempt;
  /** The usage charged for the email. A refund removes this attribute. */
  chargedUsage?: ChargedUsage;
  /** The retries of a scheduled email that could not be sent when due (send/scheduling/). */
  retry?: RetryState;
  /** The objects of a held or scheduled email. Removed when the email has its final status. */
  storedContent?: StoredContent;
  /** The addresses of recipients who unsubscribed while the email was held or scheduled. */
  optedOutRecipients?: ReadonlySet<string>;
  /** The time and rank of the event that set the status (tracking/apply-delivery-status.ts). */
  statusOrder?: string;
  /** The processing state of the email's opens and clicks (tracking/engagement/). */
  engagement: EngagementState;
}

/** An attempt to submit an email to SES. Only its owner may submit the email. */
export interface Attempt {
  owner: string;
  /** In ms. */
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
  /** The only open that the service publishes to webhooks, even if SES later reports an earlier open. */
  publishedOpenId?: string;
  /** The engagement that the last worker with a lease processed. */
  reconciled?: ReconciledEngagement;
  /** The time (ms) until which no other worker processes the engagement. Set only for emails with much engagement. */
  leaseUntil?: number;
  /** Whether the email has reached the maximum number of recorded opens and clicks. */
  isFull?: boolean;
}

/** The opens and clicks that occurred between `from` and `to`, inclusive, and whose hold had ended `at` this time (ms). */
export interface ReconciledEngagement {
  from: string;
  to: string;
  at: number;
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
  /** What feeds contain, or will contain, of this event. Of a notification for several recipients, the first has it. */
  feedEvent?: FeedEvent;
}

interface FeedEvent {
  /** The id of the event in the feeds. */
  id: string;
  /** By feed, the ids of events of the same email that the feed contains before this event. */
  earlier: Readonly<Record<string, readonly string[]>>;
}

/** Whether a recipient moved the email from the spam folder to the inbox, which is the opposite of a complaint. */
export const isNotSpamReport = ({ type, subType }: Pick<EmailEvent, 'type' | 'subType'>): boolean =>
  type === 'complaint' && subType?.trim().toLowerCase() === 'not-spam';

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
  /** When DynamoDB may delete the pointer, in seconds. By this time, the email has certainly been sent. */
  expiresAt: number;
}
