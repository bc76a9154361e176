import type { Variables } from './automations';
import type { DueFields } from './due';

export const enrollmentStatuses = ['active', 'completed', 'canceled', 'failed'] as const;
export type EnrollmentStatus = (typeof enrollmentStatuses)[number];

/** Why somebody left a sequence before its end; other reasons are never shown (AT-40 to AT-44). */
export type CancelReason =
  'unsubscribed' | 'unsubscribed_from_topic' | 'replied' | 'suppressed' | 'exit_tag' | 'required_tag_missing';

/** Somebody in an automation (AT-2). It stands under the address, one for each automation. */
export interface Enrollment {
  id: string;
  workspaceId: string;
  automationId: string;
  /** Bare. */
  email: string;
  /** Of the next step, from 0. */
  currentStep: number;
  status: EnrollmentStatus;
  nextDueAt: string;
  variables: Variables;
  enrolledAt: string;
  completedAt: string | null;
  canceledAt: string | null;
  cancelReason: CancelReason | null;
  lastError: string | null;
  /** At the current step. */
  attempts: number;
  /** Those of them that ended for want of a plan's allowance or a postal address. */
  unmetRequirements?: number;
  /** The attempt that is under way, or whose outcome nobody heard. */
  attempt?: StepAttempt;
}

export interface StepAttempt {
  /** What it sends. */
  emailId: string;
  /** ms */
  startedAt: number;
}

/**
 * Where somebody stands among those whom the automation enrolled, and when their next step is due. It is written before
 * the enrollment and looked after when it is due, so that no enrollment is without one.
 */
export interface ScheduleEntry extends Partial<DueFields> {
  /** The enrollment's. */
  id: string;
  workspaceId: string;
  automationId: string;
  email: string;
  /** What a step takes of the account's rate. */
  recipientCount: 1;
  writtenAt: string;
  /** Index `byWaiting`, while the automation is not active. */
  waitingKey?: string;
  /** When the step was due. */
  waitingAt?: string;
}

/** How many enrollments of each status there are. */
export type EnrollmentCounts = Record<EnrollmentStatus, number>;
