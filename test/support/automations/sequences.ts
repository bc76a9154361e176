import { randomUUID } from 'node:crypto';
import { simpleParser, type ParsedMail } from 'mailparser';
import { anActor, type Actor, type Mailed } from '../actor';
import type { Answer, Service } from '../service';

type Fields = Record<string, unknown>;

/** What an automation, an enrolment or a contact is, as it is answered. */
export type Body = Answer['body'];

/** Takes a minute to be due, and is in one. */
export const minute = 60_000;
export const day = 24 * 60 * minute;

/** A workspace that has automations. */
export class Sequences {
  constructor(
    readonly service: Service,
    readonly actor: Actor,
  ) {}

  static async start(service: Service, settings: Fields = {}): Promise<Sequences> {
    return new Sequences(service, await anActor(service, { marketing: true, ...settings }));
  }

  /** The same workspace, on a service that was started again. */
  on(service: Service): Sequences {
    return new Sequences(service, this.actor.on(service));
  }

  api(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    return this.actor.api(method, path, body, key);
  }

  /** The answer to what must have succeeded. */
  async ok(method: string, path: string, body?: unknown, key?: string): Promise<Body> {
    const answer = await this.api(method, path, body, key);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** An automation that this workspace may create: one step, at once. */
  automation(fields: Fields = {}): Fields {
    return {
      name: 'Welcome',
      slug: randomUUID(),
      identity_id: this.actor.domains.marketing?.id,
      from: this.actor.newsFrom,
      trigger: { kind: 'api' },
      steps: [step()],
      ...fields,
    };
  }

  /** The id of a draft. */
  async draft(fields: Fields = {}): Promise<string> {
    return (await this.ok('POST', '/v1/automations', this.automation(fields))).id;
  }

  /** The id of an automation that is active. */
  async active(fields: Fields = {}): Promise<string> {
    const id = await this.draft(fields);
    await this.setStatus(id, 'active');
    return id;
  }

  setStatus(id: string, status: string): Promise<Body> {
    return this.ok('POST', `/v1/automations/${id}/status`, { status });
  }

  read(id: string): Promise<Body> {
    return this.ok('GET', `/v1/automations/${id}`);
  }

  change(id: string, fields: Fields): Promise<Body> {
    return this.ok('PATCH', `/v1/automations/${id}`, fields);
  }

  tryToEnrol(id: string, email: string, fields: Fields = {}, key?: string): Promise<Answer> {
    return this.api('POST', `/v1/automations/${id}/enroll`, { email, ...fields }, key);
  }

  /** The enrolment of somebody who must have been enrolled. */
  async enrol(id: string, email: string, fields: Fields = {}): Promise<Body> {
    const { body } = await this.tryToEnrol(id, email, fields);
    if (!body.enrolled) throw new Error(`Not enrolled: ${JSON.stringify(body)}`);
    return body.enrollment;
  }

  /** Why somebody was not enrolled. */
  async refusal(id: string, email: string): Promise<string> {
    return (await this.tryToEnrol(id, email)).body.reason;
  }

  /** How many automations the event started. */
  async event(name: string, email: string, fields: Fields = {}): Promise<number> {
    return (await this.ok('POST', '/v1/events', { name, email, ...fields })).automations_started;
  }

  /** All enrolments, newest first. */
  async enrolments(id: string, query = ''): Promise<Body[]> {
    const all: Body[] = [];
    for (let cursor = ''; ;) {
      const page = await this.ok('GET', `/v1/automations/${id}/enrollments?limit=100${query}${cursor}`);
      all.push(...page.data);
      if (!page.has_more) return all;
      cursor = `&cursor=${page.next_cursor}`;
    }
  }

  /** The one enrolment of this address, or the newest of them. */
  async enrolment(id: string, email: string): Promise<Body> {
    return (await this.enrolments(id)).find((one) => one.email === email);
  }

  /** The counts of an automation. */
  async counts(id: string): Promise<Body> {
    return (await this.read(id)).enrollments;
  }

  /** Whom the subjects of this workspace's mail went to, oldest first: `Hello to kim@example.com`. */
  async mailed(): Promise<string[]> {
    const subjects = new Map((await this.actor.log()).map(({ id, subject }) => [id, subject]));
    return (await this.actor.outbox()).map((mail) => `${subjects.get(mail.message_id)} to ${mail.to.join()}`);
  }

  /** What one got, oldest first. */
  async mailsTo(email: string): Promise<Mailed[]> {
    return (await this.actor.outbox()).filter(({ to }) => to.includes(email));
  }

  /** The one mail that somebody got, as a mail program reads it. */
  async mailTo(email: string): Promise<{ mail: Mailed; raw: string; parsed: ParsedMail }> {
    const [mail, ...others] = await this.mailsTo(email);
    if (!mail || others.length > 0) throw new Error(`${others.length} mails too many, or none`);
    const path = `/control/outbox/${String(mail['provider_message_id'])}/raw`;
    const raw = await (await fetch(`${this.service.at.console}${path}`)).text();
    return { mail, raw, parsed: await simpleParser(raw) };
  }

  /** Moves the clock, and waits until all that became due is done. */
  async pass(ms: number): Promise<void> {
    await this.service.advance(ms);
    await this.service.settle();
  }

  /** The answer to creating an automation. */
  create(fields: Fields = {}, headers?: Record<string, string>): Promise<Answer> {
    return this.actor.api('POST', '/v1/automations', this.automation(fields), undefined, headers);
  }

  /** Ends automations with many people in them: later tests on this service would wait for all their mail. */
  async end(...ids: string[]): Promise<void> {
    for (const id of ids) await this.ok('DELETE', `/v1/automations/${id}`);
  }

  /** The id of a new audience. */
  async audience(name = 'Customers'): Promise<string> {
    return (await this.ok('POST', '/v1/audiences', { name })).id;
  }

  /** The contact of somebody who was put on the audience. */
  join(audienceId: string, email: string, fields: Fields = {}, key?: string): Promise<Body> {
    return this.ok('POST', `/v1/audiences/${audienceId}/contacts`, { email, ...fields }, key);
  }

  /** When each was enrolled, in the order of the list. */
  async enrolledAt(id: string): Promise<string[]> {
    return (await this.enrolments(id)).map(({ enrolled_at }) => String(enrolled_at));
  }

  /** The contact after its tags were changed. */
  retag(contactId: string, change: Fields, key?: string): Promise<Body> {
    return this.ok('POST', `/v1/contacts/${contactId}/tags`, change, key);
  }
}

/** A step, at once unless told otherwise. */
export const step = (subject = 'Hello', fields: Fields = {}): Fields => ({
  delay_minutes: 0,
  subject,
  html: '<p>It works.</p>',
  ...fields,
});
