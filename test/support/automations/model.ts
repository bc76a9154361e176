import { day, minute } from './sequences';

export const hour = 60 * minute;

export type Reenrolment = 'after_completion' | 'never';
type Reason = 'unsubscribed' | 'unsubscribed_from_topic' | 'replied' | 'suppressed' | TagReason;
type TagReason = 'exit_tag' | 'required_tag_missing';

/** Their addresses. The last has no contact record. */
export const persons = ['kim@example.com', 'lee@example.com', 'max@example.com'] as const;
export type Person = (typeof persons)[number];
export const contacts = [persons[0], persons[1]] as const;
export type Contact = (typeof contacts)[number];

export const tags = ['bought', 'lead', 'trial'] as const;
export type Tag = (typeof tags)[number];
export const topic = 'offers';
export const eventName = 'signed_up';

/** What somebody may change of an automation while people are in it. */
export interface Rules {
  exitTags: Tag[];
  exitOnReply: boolean;
  reenrolment: Reenrolment;
}

interface Plan extends Rules {
  /** What comes before each step, in milliseconds. */
  delays: number[];
  requiredTags: Tag[];
  topicKey: string | null;
  trigger: { kind: 'api' | 'event' | 'tag_added'; event_name?: string; tag?: Tag };
}

const usual: Pick<Plan, 'exitTags' | 'requiredTags' | 'topicKey' | 'exitOnReply' | 'reenrolment'> = {
  exitTags: [],
  requiredTags: [],
  topicKey: null,
  exitOnReply: true,
  reenrolment: 'after_completion',
};

/**
 * Three that differ in all rules. The clock moves by multiples of three hours, and these delays never add up to one:
 * so whether a step is due is the same for the model and for the service, which takes minutes of its own.
 */
export const plans = {
  welcome: {
    ...usual,
    delays: [0, hour, 25 * hour],
    exitTags: ['bought'],
    trigger: { kind: 'api' },
  },
  offers: {
    ...usual,
    delays: [hour, hour],
    topicKey: topic,
    exitOnReply: false,
    reenrolment: 'never',
    trigger: { kind: 'event', event_name: eventName },
  },
  trial: {
    ...usual,
    delays: [0, 2 * hour],
    requiredTags: ['trial'],
    trigger: { kind: 'tag_added', tag: 'trial' },
  },
} satisfies Record<string, Plan>;
export type Name = keyof typeof plans;
export const names = Object.keys(plans) as Name[];

export const subjectOf = (name: Name, step: number): string => `${name} ${step + 1}`;

/** Nothing that the clock decides may be closer than this to the moment at which it is looked at. */
const tooCloseMs = 20 * minute;

export interface Enrolled {
  email: Person;
  status: 'active' | 'completed' | 'canceled';
  cancel_reason: Reason | null;
  current_step: number;
}

interface Enrolment extends Enrolled {
  dueAt: number;
}

type Automation = Plan & { status: 'active' | 'paused'; enrolments: Enrolment[] };

/** What workspace.md says of automations, with as little as says it: no storage, no queues, no races. */
export class Model {
  readonly automations: Record<Name, Automation>;
  /** `welcome 1 to kim@example.com`. */
  readonly mailed: string[] = [];
  private readonly suppressed = new Set<Person>();
  private readonly optedOut = new Set<Person>();
  private readonly tagsOf = new Map<Person, Set<Tag>>(persons.map((person) => [person, new Set()]));

  constructor() {
    const begin = (plan: Plan): Automation => ({ ...plan, status: 'active', enrolments: [] });
    this.automations = {
      welcome: begin(plans.welcome),
      offers: begin(plans.offers),
      trial: begin(plans.trial),
    };
  }

  /** All that is due by now leaves, or ends. */
  runUntil(now: number): void {
    for (const name of names) {
      const automation = this.automations[name];
      if (automation.status !== 'active') continue;
      for (const enrolment of automation.enrolments) this.takeSteps(name, enrolment, now);
    }
  }

  private takeSteps(name: Name, enrolment: Enrolment, now: number): void {
    const automation = this.automations[name];
    while (enrolment.status === 'active' && enrolment.dueAt <= now) {
      const exit = this.exitOf(automation, enrolment.email);
      if (exit) cancel(enrolment, exit);
      else {
        this.mailed.push(`${subjectOf(name, enrolment.current_step)} to ${enrolment.email}`);
        enrolment.current_step += 1;
        const delay = automation.delays[enrolment.current_step];
        if (delay === undefined) enrolment.status = 'completed';
        else enrolment.dueAt += delay;
      }
    }
    if (enrolment.status === 'active' && Math.abs(enrolment.dueAt - now) < tooCloseMs)
      throw new Error(`${name}: whether ${enrolment.email} got it by now is not certain`);
  }

  /** Why somebody is not mailed, in the order in which it is said. */
  private exitOf(automation: Automation, person: Person): Reason | undefined {
    if (this.suppressed.has(person)) return 'suppressed';
    if (automation.topicKey && this.optedOut.has(person)) return 'unsubscribed_from_topic';
    return this.tagExitOf(automation, person);
  }

  private tagExitOf({ exitTags, requiredTags }: Automation, person: Person): TagReason | undefined {
    const carried = this.tagsOf.get(person) ?? new Set();
    if (exitTags.some((tag) => carried.has(tag))) return 'exit_tag';
    return requiredTags.every((tag) => carried.has(tag)) ? undefined : 'required_tag_missing';
  }

  /** The `reason` of the answer; null where somebody was enrolled. */
  enrol(name: Name, person: Person, now: number): string | null {
    const automation = this.automations[name];
    if (automation.status !== 'active') return 'not_active';
    const exit = this.exitOf(automation, person);
    if (exit) return exit;
    const own = automation.enrolments.filter(({ email }) => email === person);
    if (own.some(({ status }) => status === 'active')) return 'already_enrolled';
    if (own.length > 0 && automation.reenrolment === 'never') return 'previously_enrolled';
    const [delay = 0] = automation.delays;
    automation.enrolments.push({
      email: person,
      status: 'active',
      cancel_reason: null,
      current_step: 0,
      dueAt: now + delay,
    });
    return null;
  }

  /** How many automations the event started. */
  event(person: Person, now: number): number {
    return this.start((trigger) => trigger.event_name === eventName, person, now);
  }

  private start(isStarted: (trigger: Plan['trigger']) => boolean, person: Person, now: number): number {
    const started = names.filter((name) => isStarted(this.automations[name].trigger));
    return started.filter((name) => this.enrol(name, person, now) === null).length;
  }

  reply(person: Person): void {
    this.leave(person, ({ exitOnReply }) => (exitOnReply ? 'replied' : undefined));
  }

  unsubscribe(person: Person): void {
    this.suppressed.add(person);
    this.leave(person, () => 'unsubscribed');
  }

  /** For another reason: nothing ends before the next step. */
  suppress(person: Person): void {
    this.suppressed.add(person);
  }

  lift(person: Person): void {
    this.suppressed.delete(person);
  }

  choose(person: Person, subscribed: boolean): void {
    if (subscribed) this.optedOut.delete(person);
    else {
      this.optedOut.add(person);
      this.leave(person, ({ topicKey }) => (topicKey ? 'unsubscribed_from_topic' : undefined));
    }
  }

  tag(person: Contact, tag: Tag, now: number): void {
    const carried = this.tagsOf.get(person);
    if (!carried || carried.has(tag)) return;
    carried.add(tag);
    this.leave(person, (automation) => this.tagExitOf(automation, person));
    this.start((trigger) => trigger.tag === tag, person, now);
  }

  untag(person: Contact, tag: Tag): void {
    if (this.tagsOf.get(person)?.delete(tag))
      this.leave(person, (automation) => this.tagExitOf(automation, person));
  }

  private leave(person: Person, reasonOf: (automation: Automation) => Reason | undefined): void {
    for (const automation of Object.values(this.automations)) {
      const reason = reasonOf(automation);
      for (const enrolment of automation.enrolments)
        if (reason && enrolment.email === person && enrolment.status === 'active') cancel(enrolment, reason);
    }
  }

  pause(name: Name): void {
    this.automations[name].status = 'paused';
  }

  /** What was due meanwhile is due now: the steps after it are so long after this. */
  activate(name: Name, now: number): void {
    const automation = this.automations[name];
    automation.status = 'active';
    for (const enrolment of automation.enrolments) enrolment.dueAt = Math.max(enrolment.dueAt, now);
    this.runUntil(now);
  }

  edit(name: Name, rules: Partial<Rules>): void {
    Object.assign(this.automations[name], rules);
  }

  /** What the list of enrolments has, in whatever order. */
  enrolled(name: Name): Enrolled[] {
    return this.automations[name].enrolments.map(({ email, status, cancel_reason, current_step }) => ({
      email,
      status,
      cancel_reason,
      current_step,
    }));
  }
}

function cancel(enrolment: Enrolment, reason: Reason): void {
  enrolment.status = 'canceled';
  enrolment.cancel_reason = reason;
}

/** By what the clock is moved. */
export const moves = [3 * hour, 6 * hour, day + 3 * hour];
