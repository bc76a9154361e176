import type { DueFields } from './due';
import type { RenderedRecord } from './templates';

export const automationStatuses = ['draft', 'active', 'paused'] as const;
export type AutomationStatus = (typeof automationStatuses)[number];

export const triggerKinds = ['api', 'contact_added', 'event', 'tag_added'] as const;
export type TriggerKind = (typeof triggerKinds)[number];

/** The trigger that enrolls contacts. Only the attribute for the `kind` is set. The kind `api` has no attribute. */
export interface Trigger {
  kind: TriggerKind;
  audienceId: string | null;
  eventName: string | null;
  tag: string | null;
}

export const reenrollmentPolicies = ['after_completion', 'never'] as const;

/** A sequence of emails (AT-1). */
export interface Automation extends Partial<DueFields> {
  id: string;
  workspaceId: string;
  name: string;
  slug: string;
  status: AutomationStatus;
  trigger: Trigger;
  /** The id of the sending domain. */
  identityId: string;
  /** The sender as the client wrote it. */
  from: string;
  replyTo: string | null;
  /** The delay of each step after the previous step, in minutes. The content of the steps is in `AutomationSteps`. */
  delays: readonly number[];
  /** The templates that the steps use. */
  templateSlugs: readonly string[];
  exitOnReply: boolean;
  topicKey: string | null;
  exitTags: readonly string[];
  requiredTags: readonly string[];
  reenrollment: (typeof reenrollmentPolicies)[number];
  defaultVariables: Variables;
  /** Whether the fields of the contact fill placeholders without a variable. Absent before the option existed. */
  contactFields?: boolean;
  createdAt: string;
  /** Null until the first change. */
  updatedAt: string | null;
}

export type Variables = Readonly<Record<string, string>>;

/** An email of the sequence. */
export interface Step extends RenderedRecord<'subject' | 'html'> {
  /** Minutes after the enrollment, or after the previous step was sent. */
  delayMinutes: number;
  subject: string;
  html: string | null;
  /** If set, the step sends the HTML of this template instead of `html`. */
  templateSlug: string | null;
}

/** The steps of an automation. */
export interface AutomationSteps {
  steps: readonly Step[];
}

/** Points from a trigger to an automation that the trigger starts. */
export interface TriggerPointer {
  value: string;
  automationId: string;
}

/** Points from a slug to its automation. */
export interface AutomationPointer {
  id: string;
}
