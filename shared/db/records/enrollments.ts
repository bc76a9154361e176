import type { Variables } from './automations';
import type { DueFields } from './due';

export const enrollmentStatuses = ['active', 'completed', 'canceled', 'failed'] as const;
export type EnrollmentStatus = (typeof enrollmentStatuses)[number];

/** Why an enrollment was canceled before the last step. The API shows no other reasons (AT-40 to AT-44). */
export type CancelReason =
  'unsubscribed' | 'unsubscribed_from_topic' | 'replied' | 'suppressed' | 'exit_tag' | 'required_tag_missing';

/** A contact's enrollment in an automation (AT-2), stored by address and automation. */
export interface Enrollment {
  id: string;
  workspaceId: string;
  automationId: string;
  /** The address without a display name. */
  email: string;
  /** The index of the next step, from 0. */
  currentStep: number;
  status: EnrollmentStatus;
  nextDueAt: string;
  variables: Variables;
  enrolledAt: string;
  completedAt: string | null;
  canceledAt: string | null;
  cancelReason: CancelReason | null;
  lastError: string | null;
  /** The number of attempts at the current step. */
  attempts: number;
  /**
   * The number of attempts at the current step that failed because the plan's allowance was used up or the postal
   * address was missing.
   */
  unmetRequirements?: number;
  /** The attempt that is running, or whose outcome is unknown. */
  attempt?: StepAttempt;
}

export interface StepAttempt {
  /** The id of the email that the attempt sends. */
  emailId: string;
  /** In ms. */
  startedAt: number;
}

/**
 * An enrollment's entry in the list and schedule of its automation, with the due time of the next step. The entry is
 * written before the enrollment, so that every enrollment has an entry. When the step is due, the worker checks that
 * the enrollment exists.
 */
export interface ScheduleEntry extends Partial<DueFields> {
  /** The id of the enrollment. */
  id: string;
  workspaceId: string;
  automationId: string;
  email: string;
  /**
   * The number of recipients of a step. The scheduler reserves a part of the account's send rate for these recipients.
   */
  recipientCount: 1;
  writtenAt: string;
  /** Key of the index `byWaiting`. Set only while the automation is not active. */
  waitingKey?: string;
  /** The original due time of the step. */
  waitingAt?: string;
}

/** The number of enrollments with each status. */
export type EnrollmentCounts = Record<EnrollmentStatus, number>;
