import { dayMs, minuteMs } from './automations';

export const hourMs = 60 * minuteMs;

export type ReenrollmentPolicy = 'after_completion' | 'never';
type CancelReason = 'unsubscribed' | 'unsubscribed_from_topic' | 'replied' | 'suppressed' | TagReason;
type TagReason = 'exit_tag' | 'required_tag_missing';

/** The addresses of the model. The last address has no contact record. */
export const persons = ['kim@example.com', 'lee@example.com', 'max@example.com'] as const;
export type Person = (typeof persons)[number];
export const contacts = [persons[0], persons[1]] as const;
export type Contact = (typeof contacts)[number];

export const tags = ['bought', 'lead', 'trial'] as const;
export type Tag = (typeof tags)[number];
export const topic = 'offers';
export const eventName = 'signed_up';

/** The rules that can change while an automation has enrollments. */
export interface EditableRules {
  exitTags: Tag[];
  exitOnReply: boolean;
  reenrollment: ReenrollmentPolicy;
}

interface AutomationPlan extends EditableRules {
  /** The delay before each step, in ms. */
  delays: number[];
  requiredTags: Tag[];
  topicKey: string | null;
  trigger: { kind: 'api' | 'event' | 'tag_added'; event_name?: string; tag?: Tag };
}

const defaultRules: Pick<
  AutomationPlan,
  'exitTags' | 'requiredTags' | 'topicKey' | 'exitOnReply' | 'reenrollment'
> = {
  exitTags: [],
  requiredTags: [],
  topicKey: null,
  exitOnReply: true,
  reenrollment: 'after_completion',
};

/**
 * Three automations that differ in all rules. The clock moves by multiples of three hours, and no sum of these delays
 * except zero is a multiple of three hours. Therefore, the model and the service agree on whether a step is due, although the
 * service sends it minutes later.
 */
export const plans = {
  welcome: {
    ...defaultRules,
    delays: [0, hourMs, 25 * hourMs],
    exitTags: ['bought'],
    trigger: { kind: 'api' },
  },
  offers: {
    ...defaultRules,
    delays: [hourMs, hourMs],
    topicKey: topic,
    exitOnReply: false,
    reenrollment: 'never',
    trigger: { kind: 'event', event_name: eventName },
  },
  trial: {
    ...defaultRules,
    delays: [0, 2 * hourMs],
    requiredTags: ['trial'],
    trigger: { kind: 'tag_added', tag: 'trial' },
  },
} satisfies Record<string, AutomationPlan>;
export type AutomationName = keyof typeof plans;
export const automationNames = Object.keys(plans) as AutomationName[];

export const subjectOf = (name: AutomationName, step: number): string => `${name} ${step + 1}`;

/** The model throws an error if a due time is this close to the current time. */
const ambiguousWithinMs = 20 * minuteMs;

export interface EnrollmentView {
  email: Person;
  status: 'active' | 'completed' | 'canceled';
  cancel_reason: CancelReason | null;
  current_step: number;
}

interface ModelEnrollment extends EnrollmentView {
  dueAt: number;
}

type Automation = AutomationPlan & { status: 'active' | 'paused'; enrollments: ModelEnrollment[] };

/** A model of the promises about automations (AT-18 to AT-44) without storage, queues or races. */
export class Model {
  readonly automations: Record<AutomationName, Automation>;
  /** The emails that were sent, each as `welcome 1 to kim@example.com`. */
  readonly sentMails: string[] = [];
  private readonly suppressed = new Set<Person>();
  private readonly optedOut = new Set<Person>();
  private readonly tagsOf = new Map<Person, Set<Tag>>(persons.map((person) => [person, new Set()]));

  constructor() {
    const createAutomation = (plan: AutomationPlan): Automation => ({
      ...plan,
      status: 'active',
      enrollments: [],
    });
    this.automations = {
      welcome: createAutomation(plans.welcome),
      offers: createAutomation(plans.offers),
      trial: createAutomation(plans.trial),
    };
  }

  /** Sends or cancels every step that is due. */
  runUntil(now: number): void {
    for (const name of automationNames) {
      const automation = this.automations[name];
      if (automation.status !== 'active') continue;
      for (const enrollment of automation.enrollments) this.sendDueSteps(name, enrollment, now);
    }
  }

  private sendDueSteps(name: AutomationName, enrollment: ModelEnrollment, now: number): void {
    const automation = this.automations[name];
    while (enrollment.status === 'active' && enrollment.dueAt <= now) {
      const exitReason = this.exitReasonOf(automation, enrollment.email);
      if (exitReason) cancel(enrollment, exitReason);
      else {
        this.sentMails.push(`${subjectOf(name, enrollment.current_step)} to ${enrollment.email}`);
        enrollment.current_step += 1;
        const delay = automation.delays[enrollment.current_step];
        if (delay === undefined) enrollment.status = 'completed';
        else enrollment.dueAt += delay;
      }
    }
    if (enrollment.status === 'active' && Math.abs(enrollment.dueAt - now) < ambiguousWithinMs)
      throw new Error(`${name}: the due time of ${enrollment.email} is too close to decide`);
  }

  /** Returns the first matching reason not to send the step. */
  private exitReasonOf(automation: Automation, person: Person): CancelReason | undefined {
    if (this.suppressed.has(person)) return 'suppressed';
    if (automation.topicKey && this.optedOut.has(person)) return 'unsubscribed_from_topic';
    return this.tagExitReasonOf(automation, person);
  }

  private tagExitReasonOf({ exitTags, requiredTags }: Automation, person: Person): TagReason | undefined {
    const contactTags = this.tagsOf.get(person) ?? new Set();
    if (exitTags.some((tag) => contactTags.has(tag))) return 'exit_tag';
    return requiredTags.every((tag) => contactTags.has(tag)) ? undefined : 'required_tag_missing';
  }

  /** Returns the `reason` that the API gives for not enrolling the address, or null if it enrolls the address. */
  enroll(name: AutomationName, person: Person, now: number): string | null {
    const automation = this.automations[name];
    if (automation.status !== 'active') return 'not_active';
    const exitReason = this.exitReasonOf(automation, person);
    if (exitReason) return exitReason;
    const previousEnrollments = automation.enrollments.filter(({ email }) => email === person);
    if (previousEnrollments.some(({ status }) => status === 'active')) return 'already_enrolled';
    if (previousEnrollments.length > 0 && automation.reenrollment === 'never') return 'previously_enrolled';
    const [delay = 0] = automation.delays;
    automation.enrollments.push({
      email: person,
      status: 'active',
      cancel_reason: null,
      current_step: 0,
      dueAt: now + delay,
    });
    return null;
  }

  /** Returns the number of automations that the event starts. */
  recordEvent(person: Person, now: number): number {
    return this.startTriggered((trigger) => trigger.event_name === eventName, person, now);
  }

  private startTriggered(
    isTriggered: (trigger: AutomationPlan['trigger']) => boolean,
    person: Person,
    now: number,
  ): number {
    const started = automationNames.filter((name) => isTriggered(this.automations[name].trigger));
    return started.filter((name) => this.enroll(name, person, now) === null).length;
  }

  reply(person: Person): void {
    this.endEnrollments(person, ({ exitOnReply }) => (exitOnReply ? 'replied' : undefined));
  }

  unsubscribe(person: Person): void {
    this.suppressed.add(person);
    this.endEnrollments(person, () => 'unsubscribed');
  }

  /**
   * Suppresses the address for a reason other than unsubscribe. The enrollments of the address end only at their next
   * step.
   */
  suppress(person: Person): void {
    this.suppressed.add(person);
  }

  liftSuppression(person: Person): void {
    this.suppressed.delete(person);
  }

  setTopicPreference(person: Person, subscribed: boolean): void {
    if (subscribed) this.optedOut.delete(person);
    else {
      this.optedOut.add(person);
      this.endEnrollments(person, ({ topicKey }) => (topicKey ? 'unsubscribed_from_topic' : undefined));
    }
  }

  addTag(person: Contact, tag: Tag, now: number): void {
    const contactTags = this.tagsOf.get(person);
    if (!contactTags || contactTags.has(tag)) return;
    contactTags.add(tag);
    this.endEnrollments(person, (automation) => this.tagExitReasonOf(automation, person));
    this.startTriggered((trigger) => trigger.tag === tag, person, now);
  }

  removeTag(person: Contact, tag: Tag): void {
    if (this.tagsOf.get(person)?.delete(tag))
      this.endEnrollments(person, (automation) => this.tagExitReasonOf(automation, person));
  }

  private endEnrollments(
    person: Person,
    reasonOf: (automation: Automation) => CancelReason | undefined,
  ): void {
    for (const automation of Object.values(this.automations)) {
      const reason = reasonOf(automation);
      for (const enrollment of automation.enrollments)
        if (reason && enrollment.email === person && enrollment.status === 'active')
          cancel(enrollment, reason);
    }
  }

  pause(name: AutomationName): void {
    this.automations[name].status = 'paused';
  }

  /** Sets the due time of overdue steps to the current time, so that the delays of the following steps start now. */
  activate(name: AutomationName, now: number): void {
    const automation = this.automations[name];
    automation.status = 'active';
    for (const enrollment of automation.enrollments) enrollment.dueAt = Math.max(enrollment.dueAt, now);
    this.runUntil(now);
  }

  editRules(name: AutomationName, rules: Partial<EditableRules>): void {
    Object.assign(this.automations[name], rules);
  }

  /** Returns the enrollments, in no particular order. */
  listEnrollments(name: AutomationName): EnrollmentView[] {
    return this.automations[name].enrollments.map(({ email, status, cancel_reason, current_step }) => ({
      email,
      status,
      cancel_reason,
      current_step,
    }));
  }
}

function cancel(enrollment: ModelEnrollment, reason: CancelReason): void {
  enrollment.status = 'canceled';
  enrollment.cancel_reason = reason;
}

/** The durations by which the clock can move. */
export const clockMoves = [3 * hourMs, 6 * hourMs, dayMs + 3 * hourMs];
