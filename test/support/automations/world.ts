import { setTimeout as sleep } from 'node:timers/promises';
import { arrive, rawMail } from '../correspondent';
import { Service } from '../service';
import {
  contacts,
  eventName,
  names,
  plans,
  subjectOf,
  topic,
  type Contact,
  type Enrolled,
  type Name,
  type Person,
  type Rules,
  type Tag,
} from './model';
import { minute, Sequences, step, type Body } from './sequences';

/** A runtime of these tests' own, that may be killed. */
export class Machine {
  private constructor(public service: Service) {}

  static async start(): Promise<Machine> {
    return new Machine(await Service.start());
  }

  async killAndStart(): Promise<void> {
    await this.service.killHard();
    this.service = await Service.start(this.service.dataDir);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

/** The service, with a workspace that has the model's automations. */
export class World {
  private constructor(
    private readonly machine: Machine,
    private sequences: Sequences,
    private readonly ids: Readonly<Record<Name, string>>,
    private readonly contactIds: ReadonlyMap<Contact, string>,
  ) {}

  static async begin(machine: Machine): Promise<World> {
    const sequences = await Sequences.start(machine.service);
    await sequences.actor.topic(topic);
    const audience = await sequences.audience();
    const contactIds = new Map<Contact, string>();
    for (const email of contacts) contactIds.set(email, (await sequences.join(audience, email)).id);
    const active = (name: Name) => sequences.active(fieldsOf(name));
    const ids = {
      welcome: await active('welcome'),
      offers: await active('offers'),
      trial: await active('trial'),
    };
    return new World(machine, sequences, ids, contactIds);
  }

  /** Nothing of it is due any more while others use the machine. */
  async end(): Promise<void> {
    for (const name of names) await this.sequences.ok('DELETE', `/v1/automations/${this.ids[name]}`);
  }

  async now(): Promise<number> {
    return Date.parse(await this.machine.service.now());
  }

  pass(ms: number): Promise<void> {
    return this.sequences.pass(ms);
  }

  /** The process dies while the clock moves; what it did just then is done again minutes later. */
  async passWithKill(ms: number, afterMs: number): Promise<void> {
    const until = (await this.now()) + ms;
    const moving = this.sequences.pass(ms).catch(() => undefined);
    await sleep(afterMs);
    await this.machine.killAndStart();
    await moving;
    this.sequences = this.sequences.on(this.machine.service);
    await this.pass(Math.max(until - (await this.now()), minute));
  }

  /** The `reason` of the answer. */
  enrol(name: Name, email: string): Promise<string | null> {
    return this.sequences.refusal(this.ids[name], email);
  }

  event(email: string): Promise<number> {
    return this.sequences.event(eventName, email);
  }

  async reply(from: Person): Promise<void> {
    const to = this.sequences.actor.newsFrom;
    await arrive(
      this.machine.service,
      { rcpt: to, mailFrom: from },
      rawMail({ from, to, subject: 'Re: that' }),
    );
    await this.machine.service.settle();
  }

  async suppress(email: Person, reason: 'unsubscribe' | 'manual'): Promise<void> {
    await this.sequences.actor.suppress(email, { scope: 'marketing', reason });
  }

  async lift(email: Person): Promise<void> {
    await this.sequences.ok('DELETE', `/v1/suppressions/${email}?scope=marketing`);
  }

  async choose(email: Person, subscribed: boolean): Promise<void> {
    await this.sequences.actor.choose(email, topic, subscribed);
  }

  async retag(email: Contact, change: { add?: Tag[]; remove?: Tag[] }): Promise<void> {
    await this.sequences.retag(this.contactIds.get(email) ?? '', change);
  }

  async setStatus(name: Name, status: 'active' | 'paused'): Promise<void> {
    await this.sequences.setStatus(this.ids[name], status);
    await this.machine.service.settle();
  }

  async edit(name: Name, { exitTags, exitOnReply, reenrolment }: Partial<Rules>): Promise<void> {
    await this.sequences.change(this.ids[name], {
      exit_tags: exitTags,
      exit_on_reply: exitOnReply,
      reenrollment: reenrolment,
    });
  }

  /** What the list of enrolments says that the model knows too. */
  async enrolled(name: Name): Promise<Enrolled[]> {
    return (await this.sequences.enrolments(this.ids[name])).map(
      ({ email, status, cancel_reason, current_step }: Body) => ({
        email,
        status,
        cancel_reason,
        current_step,
      }),
    );
  }

  counts(name: Name): Promise<Body> {
    return this.sequences.counts(this.ids[name]);
  }

  mailed(): Promise<string[]> {
    return this.sequences.mailed();
  }
}

function fieldsOf(name: Name): Record<string, unknown> {
  const { delays, exitTags, requiredTags, topicKey, exitOnReply, reenrolment, trigger } = plans[name];
  return {
    steps: delays.map((ms, at) => step(subjectOf(name, at), { delay_minutes: ms / minute })),
    exit_tags: exitTags,
    required_tags: requiredTags,
    topic_key: topicKey,
    exit_on_reply: exitOnReply,
    reenrollment: reenrolment,
    trigger,
  };
}
