import { randomUUID } from 'node:crypto';
import { simpleParser, type ParsedMail } from 'mailparser';
import { createTestWorkspace, type TestWorkspace, type OutboxMail } from '../test-workspace';
import type { ApiResponse, Service } from '../service';

type Fields = Record<string, unknown>;

/** An automation, an enrollment or a contact, as the API returns it. */
export type ApiBody = ApiResponse['body'];

/** The maximum time before the service sends a step that is due immediately. */
export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** A workspace with automations. */
export class Automations {
  constructor(
    readonly service: Service,
    readonly workspace: TestWorkspace,
  ) {}

  static async create(service: Service, settings: Fields = {}): Promise<Automations> {
    return new Automations(service, await createTestWorkspace(service, { marketing: true, ...settings }));
  }

  /** Returns the same workspace on a restarted service. */
  reconnect(service: Service): Automations {
    return new Automations(service, this.workspace.reconnect(service));
  }

  api(method: string, path: string, body?: unknown, key?: string): Promise<ApiResponse> {
    return this.workspace.api(method, path, body, key);
  }

  /** Returns the response body and throws unless the request succeeded. */
  async callOk(method: string, path: string, body?: unknown, key?: string): Promise<ApiBody> {
    const response = await this.api(method, path, body, key);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** Returns the fields of a valid automation with one step that is due immediately. */
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

  /** Creates a draft automation and returns its id. */
  async createDraft(fields: Fields = {}): Promise<string> {
    return (await this.callOk('POST', '/v1/automations', this.buildAutomation(fields))).id;
  }

  /** Creates an active automation and returns its id. */
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

  /** Enrolls the address, throws if the API refuses, and returns the enrollment. */
  async enroll(id: string, email: string, fields: Fields = {}): Promise<ApiBody> {
    const { body } = await this.tryToEnroll(id, email, fields);
    if (!body.enrolled) throw new Error(`Not enrolled: ${JSON.stringify(body)}`);
    return body.enrollment;
  }

  /** Returns the reason that the API gives for not enrolling the address. */
  async getRefusalReason(id: string, email: string): Promise<string> {
    return (await this.tryToEnroll(id, email)).body.reason;
  }

  /** Records an event and returns the number of automations that it started. */
  async recordEvent(name: string, email: string, fields: Fields = {}): Promise<number> {
    return (await this.callOk('POST', '/v1/events', { name, email, ...fields })).automations_started;
  }

  /** Returns all enrollments, newest first. */
  async listEnrollments(id: string, query = ''): Promise<ApiBody[]> {
    const all: ApiBody[] = [];
    for (let cursor = ''; ;) {
      const page = await this.callOk('GET', `/v1/automations/${id}/enrollments?limit=100${query}${cursor}`);
      all.push(...page.data);
      if (!page.has_more) return all;
      cursor = `&cursor=${page.next_cursor}`;
    }
  }

  /** Returns the newest enrollment of this address. */
  async getEnrollment(id: string, email: string): Promise<ApiBody> {
    return (await this.listEnrollments(id)).find((enrollment) => enrollment.email === email);
  }

  /** Returns the enrollment counts of an automation. */
  async getCounts(id: string): Promise<ApiBody> {
    return (await this.getAutomation(id)).enrollments;
  }

  /** Returns the subject and recipient of each email of this workspace, oldest first: `Hello to kim@example.com`. */
  async listMailed(): Promise<string[]> {
    const subjects = new Map((await this.workspace.listEmails()).map(({ id, subject }) => [id, subject]));
    return (await this.workspace.outbox()).map(
      (mail) => `${subjects.get(mail.message_id)} to ${mail.to.join()}`,
    );
  }

  /** Returns the emails that this address received, oldest first. */
  async mailsTo(email: string): Promise<OutboxMail[]> {
    return (await this.workspace.outbox()).filter(({ to }) => to.includes(email));
  }

  /** Returns the only email that this address received, raw and as a mail client parses it. */
  async getOnlyMailTo(email: string): Promise<{ mail: OutboxMail; raw: string; parsed: ParsedMail }> {
    const mails = await this.mailsTo(email);
    const [mail] = mails;
    if (!mail || mails.length > 1) throw new Error(`Expected one email, but found ${mails.length}`);
    const path = `/control/outbox/${String(mail['provider_message_id'])}/raw`;
    const raw = await (await fetch(`${this.service.metadata.console}${path}`)).text();
    return { mail, raw, parsed: await simpleParser(raw) };
  }

  /** Moves the clock and waits until all due work is done. */
  async advanceAndSettle(ms: number): Promise<void> {
    await this.service.advance(ms);
    await this.service.settle();
  }

  /** Creates an automation and returns the response. */
  create(fields: Fields = {}, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.workspace.api('POST', '/v1/automations', this.buildAutomation(fields), undefined, headers);
  }

  /**
   * Deletes the automations. Call this function after a test with many enrollments, because later tests on this service
   * would otherwise wait for the emails of those enrollments.
   */
  async deleteAutomations(...ids: string[]): Promise<void> {
    for (const id of ids) await this.callOk('DELETE', `/v1/automations/${id}`);
  }

  /** Creates an audience and returns its id. */
  async createAudience(name = 'Customers'): Promise<string> {
    return (await this.callOk('POST', '/v1/audiences', { name })).id;
  }

  /** Adds the address to the audience and returns its contact. */
  addToAudience(audienceId: string, email: string, fields: Fields = {}, key?: string): Promise<ApiBody> {
    return this.callOk('POST', `/v1/audiences/${audienceId}/contacts`, { email, ...fields }, key);
  }

  /** Returns the creation times of the enrollments, in the order of the list. */
  async listEnrollmentTimes(id: string): Promise<string[]> {
    return (await this.listEnrollments(id)).map(({ enrolled_at }) => String(enrolled_at));
  }

  /** Changes the tags and returns the contact. */
  changeTags(contactId: string, tagChange: Fields, key?: string): Promise<ApiBody> {
    return this.callOk('POST', `/v1/contacts/${contactId}/tags`, tagChange, key);
  }
}

/** Returns a step that is due immediately, unless `fields` sets a delay. */
export const step = (subject = 'Hello', fields: Fields = {}): Fields => ({
  delay_minutes: 0,
  subject,
  html: '<p>It works.</p>',
  ...fields,
});
