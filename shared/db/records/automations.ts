import type { DueFields } from './due';

export const automationStatuses = ['draft', 'active', 'paused'] as const;
export type AutomationStatus = (typeof automationStatuses)[number];

export const triggerKinds = ['api', 'contact_added', 'event', 'tag_added'] as const;
export type TriggerKind = (typeof triggerKinds)[number];

/** What enrols people by itself. Only what its kind asks for is set. */
export interface Trigger {
  kind: TriggerKind;
  audienceId: string | null;
  eventName: string | null;
  tag: string | null;
}

export const reenrollmentPolicies = ['after_completion', 'never'] as const;

/** A sequence of mails (AT-1). */
export interface Automation extends Partial<DueFields> {
  id: string;
  workspaceId: string;
  name: string;
  slug: string;
  status: AutomationStatus;
  trigger: Trigger;
  /** Of its sending domain. */
  identityId: string;
  /** As given. */
  from: string;
  replyTo: string | null;
  /** Of each step, in minutes after the one before: how many there are. What they say stands beside. */
  delays: readonly number[];
  /** What its steps use. */
  templateSlugs: readonly string[];
  exitOnReply: boolean;
  topicKey: string | null;
  exitTags: readonly string[];
  requiredTags: readonly string[];
  reenrollment: (typeof reenrollmentPolicies)[number];
  defaultVariables: Variables;
  createdAt: string;
  /** Null until it is changed. */
  updatedAt: string | null;
}

export type Variables = Readonly<Record<string, string>>;

/** One mail of the sequence. */
export interface Step {
  /** After the enrollment, or after the step before was sent. */
  delayMinutes: number;
  subject: string;
  html: string | null;
  /** Its HTML is sent, and not the step's own. */
  templateSlug: string | null;
}

/** What an automation sends. */
export interface AutomationSteps {
  steps: readonly Step[];
}

/** Under what starts it: an automation. */
export interface TriggerPointer {
  value: string;
  automationId: string;
}

/** Under a slug: which automation has it. */
export interface AutomationPointer {
  id: string;
}
