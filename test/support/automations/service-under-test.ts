import { setTimeout as sleep } from 'node:timers/promises';
import { deliverInboundMail, rawMail } from '../inbound-mail';
import { Service } from '../service';
import {
  contacts,
  eventName,
  automationNames,
  plans,
  subjectOf,
  topic,
  type Contact,
  type EnrollmentView,
  type AutomationName,
  type Person,
  type EditableRules,
  type Tag,
} from './model';
import { minuteMs, Automations, step, type ApiBody } from './automations';

/** A runtime that is not shared with other tests, so that these tests can kill it. */
export class KillableRuntime {
  private constructor(public service: Service) {}

  static async start(): Promise<KillableRuntime> {
    return new KillableRuntime(await Service.start());
  }

  async killAndRestart(): Promise<void> {
    await this.service.killHard();
    this.service = await Service.start(this.service.dataDir);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

/** The service, and a workspace that has the automations of the model. */
export class ServiceUnderTest {
  private constructor(
    private readonly runtime: KillableRuntime,
    private automations: Automations,
    private readonly ids: Readonly<Record<AutomationName, string>>,
    private readonly contactIds: ReadonlyMap<Contact, string>,
  ) {}

  static async create(runtime: KillableRuntime): Promise<ServiceUnderTest> {
    const automations = await Automations.create(runtime.service);
    await automations.workspace.createTopic(topic);
    const audience = await automations.createAudience();
    const contactIds = new Map<Contact, string>();
    for (const email of contacts)
      contactIds.set(email, (await automations.addToAudience(audience, email)).id);
    const createActive = (name: AutomationName) => automations.createActive(automationFieldsOf(name));
    const ids = {
      welcome: await createActive('welcome'),
      offers: await createActive('offers'),
      trial: await createActive('trial'),
    };
    return new ServiceUnderTest(runtime, automations, ids, contactIds);
  }

  /** Deletes the automations, whose due steps would slow down other tests on the machine. */
  async deleteAutomations(): Promise<void> {
    for (const name of automationNames)
      await this.automations.callOk('DELETE', `/v1/automations/${this.ids[name]}`);
  }

  async now(): Promise<number> {
    return Date.parse(await this.runtime.service.now());
  }

  advance(ms: number): Promise<void> {
    return this.automations.advanceAndSettle(ms);
  }

  /** Kills the process while the clock moves. The restarted runtime repeats unfinished work minutes later. */
  async advanceWithKill(ms: number, afterMs: number): Promise<void> {
    const targetMs = (await this.now()) + ms;
    const advancing = this.automations.advanceAndSettle(ms).catch(() => undefined);
    await sleep(afterMs);
    await this.runtime.killAndRestart();
    await advancing;
    this.automations = this.automations.reconnect(this.runtime.service);
    await this.advance(Math.max(targetMs - (await this.now()), minuteMs));
  }

  /** Returns the `reason` of the response. */
  enroll(name: AutomationName, email: string): Promise<string | null> {
    return this.automations.getRefusalReason(this.ids[name], email);
  }

  recordEvent(email: string): Promise<number> {
    return this.automations.recordEvent(eventName, email);
  }

  async reply(from: Person): Promise<void> {
    const to = this.automations.workspace.newsFrom;
    await deliverInboundMail(
      this.runtime.service,
      { recipients: to, mailFrom: from },
      rawMail({ from, to, subject: 'Re: that' }),
    );
    await this.runtime.service.settle();
  }

  async suppress(email: Person, reason: 'unsubscribe' | 'manual'): Promise<void> {
    await this.automations.workspace.suppress(email, { scope: 'marketing', reason });
  }

  async liftSuppression(email: Person): Promise<void> {
    await this.automations.callOk('DELETE', `/v1/suppressions/${email}?scope=marketing`);
  }

  async setTopicPreference(email: Person, subscribed: boolean): Promise<void> {
    await this.automations.workspace.setTopicPreference(email, topic, subscribed);
  }

  async changeTags(email: Contact, change: { add?: Tag[]; remove?: Tag[] }): Promise<void> {
    await this.automations.changeTags(this.contactIds.get(email) ?? '', change);
  }

  async setStatus(name: AutomationName, status: 'active' | 'paused'): Promise<void> {
    await this.automations.setStatus(this.ids[name], status);
    await this.runtime.service.settle();
  }

  async editRules(
    name: AutomationName,
    { exitTags, exitOnReply, reenrollment }: Partial<EditableRules>,
  ): Promise<void> {
    await this.automations.updateAutomation(this.ids[name], {
      exit_tags: exitTags,
      exit_on_reply: exitOnReply,
      reenrollment,
    });
  }

  /** Returns the enrollments with the fields that the model also has. */
  async listEnrollments(name: AutomationName): Promise<EnrollmentView[]> {
    return (await this.automations.listEnrollments(this.ids[name])).map(
      ({ email, status, cancel_reason, current_step }: ApiBody) => ({
        email,
        status,
        cancel_reason,
        current_step,
      }),
    );
  }

  getCounts(name: AutomationName): Promise<ApiBody> {
    return this.automations.getCounts(this.ids[name]);
  }

  listMailed(): Promise<string[]> {
    return this.automations.listMailed();
  }
}

function automationFieldsOf(name: AutomationName): Record<string, unknown> {
  const { delays, exitTags, requiredTags, topicKey, exitOnReply, reenrollment, trigger } = plans[name];
  return {
    steps: delays.map((ms, index) => step(subjectOf(name, index), { delay_minutes: ms / minuteMs })),
    exit_tags: exitTags,
    required_tags: requiredTags,
    topic_key: topicKey,
    exit_on_reply: exitOnReply,
    reenrollment,
    trigger,
  };
}
