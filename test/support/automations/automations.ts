import { randomUUID } from 'node:crypto';
import { simpleParser, type ParsedMail } from 'mailparser';
import { createTestWorkspace, type TestWorkspace, type OutboxMail } from '../test-workspace';
import type { ApiResponse, Service } from '../service';

type Fields = Record<string, unknown>;

/** What an automation, an enrollment or a contact is, as it is answered. */
export type ApiBody = ApiResponse['body'];

/** Takes a minute to be due, and is in one. */
export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** A workspace that has automations. */
export class Automations {
  constructor(
    readonly service: Service,
    readonly workspace: TestWorkspace,
  ) {}

  static async create(service: Service, settings: Fields = {}): Promise<Automations> {
    return new Automations(service, await createTestWorkspace(service, { marketing: true, ...settings }));
  }

  /** The same workspace, on a service that was started again. */
  reconnect(service: Service): Automations {
    return new Automations(service, this.workspace.reconnect(service));
  }

  api(method: string, path: string, body?: unknown, key?: string): Promise<ApiResponse> {
    return this.workspace.api(method, path, body, key);
  }

  /** The answer to what must have succeeded. */
  async callOk(method: string, path: string, body?: unknown, key?: string): Promise<ApiBody> {
    const response = await this.api(method, path, body, key);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** An automation that this workspace may create: one step, at once. */
  buildAutomation(fields: Fields = {}): Fields {
    return {
      name: 'Welcome',
      slug: randomUUID(),
      identity_id: this.workspace.domains.marketing?.id,
      from: this.workspace.newsFrom,
      trigger: { kind: 'api' },
      steps: [step()],
      ...fields,
    };
  }

  /** The id of a draft. */
  async createDraft(fields: Fields = {}): Promise<string> {
    return (await this.callOk('POST', '/v1/automations', this.buildAutomation(fields))).id;
  }

  /** The id of an automation that is active. */
  async createActive(fields: Fields = {}): Promise<string> {
    const id = await this.createDraft(fields);
    await this.setStatus(id, 'active');
    return id;
  }

  setStatus(id: string, status: string): Promise<ApiBody> {
    return this.callOk('POST', `/v1/automations/${id}/status`, { status });
  }

  getAutomation(id: string): Promise<ApiBody> {
    return this.callOk('GET', `/v1/automations/${id}`);
  }

  updateAutomation(id: string, fields: Fields): Promise<ApiBody> {
    return this.callOk('PATCH', `/v1/automations/${id}`, fields);
  }

  tryToEnroll(id: string, email: string, fields: Fields = {}, key?: string): Promise<ApiResponse> {
    return this.api('POST', `/v1/automations/${id}/enroll`, { email, ...fields }, key);
  }

  /** The enrollment of somebody who must have been enrolled. */
  async enroll(id: string, email: string, fields: Fields = {}): Promise<ApiBody> {
    const { body } = await this.tryToEnroll(id, email, fields);
    if (!body.enrolled) throw new Error(`Not enrolled: ${JSON.stringify(body)}`);
    return body.enrollment;
  }

  /** Why somebody was not enrolled. */
  async getRefusalReason(id: string, email: string): Promise<string> {
    return (await this.tryToEnroll(id, email)).body.reason;
  }

  /** How many automations the event started. */
  async recordEvent(name: string, email: string, fields: Fields = {}): Promise<number> {
    return (await this.callOk('POST', '/v1/events', { name, email, ...fields })).automations_started;
  }

  /** All enrollments, newest first. */
  async listEnrollments(id: string, query = ''): Promise<ApiBody[]> {
    const all: ApiBody[] = [];
    for (let cursor = ''; ;) {
      const page = await this.callOk('GET', `/v1/automations/${id}/enrollments?limit=100${query}${cursor}`);
      all.push(...page.data);
      if (!page.has_more) return all;
      cursor = `&cursor=${page.next_cursor}`;
    }
  }

  /** The one enrollment of this address, or the newest of them. */
  async getEnrollment(id: string, email: string): Promise<ApiBody> {
    return (await this.listEnrollments(id)).find((enrollment) => enrollment.email === email);
  }

  /** The counts of an automation. */
  async getCounts(id: string): Promise<ApiBody> {
    return (await this.getAutomation(id)).enrollments;
  }

  /** Whom the subjects of this workspace's mail went to, oldest first: `Hello to kim@example.com`. */
  async listMailed(): Promise<string[]> {
    const subjects = new Map((await this.workspace.listEmails()).map(({ id, subject }) => [id, subject]));
    return (await this.workspace.outbox()).map(
      (mail) => `${subjects.get(mail.message_id)} to ${mail.to.join()}`,
    );
  }

  /** What one got, oldest first. */
  async mailsTo(email: string): Promise<OutboxMail[]> {
    return (await this.workspace.outbox()).filter(({ to }) => to.includes(email));
  }

  /** The one mail that somebody got, as a mail program reads it. */
  async getOnlyMailTo(email: string): Promise<{ mail: OutboxMail; raw: string; parsed: ParsedMail }> {
    const [mail, ...others] = await this.mailsTo(email);
    if (!mail || others.length > 0) throw new Error(`${others.length} mails too many, or none`);
    const path = `/control/outbox/${String(mail['provider_message_id'])}/raw`;
    const raw = await (await fetch(`${this.service.metadata.console}${path}`)).text();
    return { mail, raw, parsed: await simpleParser(raw) };
  }

  /** Moves the clock, and waits until all that became due is done. */
  async advanceAndSettle(ms: number): Promise<void> {
    await this.service.advance(ms);
    await this.service.settle();
  }

  /** The answer to creating an automation. */
  create(fields: Fields = {}, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.workspace.api('POST', '/v1/automations', this.buildAutomation(fields), undefined, headers);
  }

  /** Ends automations with many people in them: later tests on this service would wait for all their mail. */
  async deleteAutomations(...ids: string[]): Promise<void> {
    for (const id of ids) await this.callOk('DELETE', `/v1/automations/${id}`);
  }

  /** The id of a new audience. */
  async createAudience(name = 'Customers'): Promise<string> {
    return (await this.callOk('POST', '/v1/audiences', { name })).id;
  }

  /** The contact of somebody who was put on the audience. */
  addToAudience(audienceId: string, email: string, fields: Fields = {}, key?: string): Promise<ApiBody> {
    return this.callOk('POST', `/v1/audiences/${audienceId}/contacts`, { email, ...fields }, key);
  }

  /** When each was enrolled, in the order of the list. */
  async listEnrollmentTimes(id: string): Promise<string[]> {
    return (await this.listEnrollments(id)).map(({ enrolled_at }) => String(enrolled_at));
  }

  /** The contact after its tags were changed. */
  changeTags(contactId: string, tagChange: Fields, key?: string): Promise<ApiBody> {
    return this.callOk('POST', `/v1/contacts/${contactId}/tags`, tagChange, key);
  }
}

/** A step, at once unless told otherwise. */
export const step = (subject = 'Hello', fields: Fields = {}): Fields => ({
  delay_minutes: 0,
  subject,
  html: '<p>It works.</p>',
  ...fields,
});
