import { randomUUID } from 'node:crypto';
import { scopes } from '../../../shared/scopes';
import { aDomain, anEmail, aWorkspace } from '../../support/factories';
import { sendAll } from '../../support/send-all';
import type { Answer, Service } from '../../support/service';
import { aKey } from './arrange';

type Fields = Record<string, unknown>;

/** A workspace of its own that has a postal address and sending domains. */
export class Desk {
  private constructor(
    readonly service: Service,
    readonly workspaceId: string,
    readonly key: string,
    readonly from: string,
    private readonly news: string | undefined,
  ) {}

  /** It has a domain for each class. */
  static async create(service: Service, settings: Fields = {}, { warmup = false } = {}): Promise<Desk> {
    const desk = await Desk.forMail(service, settings);
    const { domain } = await aDomain(service, desk.workspaceId, { risk_class: 'marketing', warmup });
    return new Desk(service, desk.workspaceId, desk.key, desk.from, `news@${domain}`);
  }

  /** It has a domain for transactional mail: less to wait for. */
  static async forMail(service: Service, settings: Fields = {}): Promise<Desk> {
    const { id, key } = await aWorkspace(service, {
      postal_address: '1 Main Street, Springfield',
      ...settings,
    });
    const { domain } = await aDomain(service, id);
    return new Desk(service, id, key, `desk@${domain}`, undefined);
  }

  /** The same workspace, on a service that was started again. */
  on(service: Service): Desk {
    return new Desk(service, this.workspaceId, this.key, this.from, this.news);
  }

  get newsFrom(): string {
    if (!this.news) throw new Error('This desk has no domain for marketing');
    return this.news;
  }

  api(method: string, path: string, body?: unknown, key = this.key): Promise<Answer> {
    return this.service.api(method, path, { key, body });
  }

  /** An email that this workspace may send. */
  email(overrides: Fields = {}): Fields {
    const from = overrides['risk_class'] === 'marketing' ? this.newsFrom : this.from;
    return anEmail({ from, ...overrides });
  }

  send(overrides: Fields = {}, key?: string): Promise<Answer> {
    return this.api('POST', '/v1/emails', this.email(overrides), key);
  }

  /** The answer to a send that must have been accepted. */
  async accepted(overrides: Fields = {}, key?: string): Promise<Answer['body']> {
    const { status, body } = await this.send(overrides, key);
    if (status !== 202) throw new Error(`Not accepted: ${JSON.stringify(body)}`);
    return body;
  }

  batch(entries: Fields[], key?: string): Promise<Answer> {
    const body = entries.map((entry) => this.email(entry));
    return this.api('POST', '/v1/emails/batch', body, key);
  }

  /** The ids of all of them, however many batches it takes. */
  sendAll(entries: Fields[], batchSize?: number): Promise<string[]> {
    return sendAll((batch) => this.batch([...batch]), entries, batchSize);
  }

  /** The secret of a key with these guardrails. */
  async guarded(guardrails: Fields): Promise<string> {
    return (await aKey(this.service, { by: this.key, scopes, ...guardrails })).key;
  }

  /** An access token, which carries no guardrails. */
  async token(): Promise<string> {
    const path = `/workspaces/${this.workspaceId}/tokens`;
    return (await this.service.control('POST', path, { scopes })).access_token;
  }

  /** What the log holds, newest first. */
  async log(): Promise<Answer['body'][]> {
    return (await this.api('GET', '/v1/emails?limit=100')).body.data;
  }

  async statuses(): Promise<string[]> {
    return (await this.log()).map(({ status }) => status);
  }

  async read(id: string): Promise<Answer['body']> {
    return (await this.api('GET', `/v1/emails/${id}`)).body;
  }

  async thread(id: string): Promise<Answer['body']> {
    return (await this.api('GET', `/v1/threads/${id}`)).body;
  }

  /** Recipients that this workspace has been counted. */
  async used(): Promise<number> {
    return (await this.api('GET', '/v1/usage')).body.emails_used;
  }

  outbox(): Promise<Fields[]> {
    return this.service.outbox(`?workspace_id=${this.workspaceId}&limit=1000`);
  }

  set(settings: Fields): Promise<unknown> {
    return this.service.control('PATCH', `/workspaces/${this.workspaceId}`, settings);
  }

  suppress(email: string, fields: Fields = {}): Promise<Answer> {
    return this.made('/v1/suppressions', { email, ...fields });
  }

  template(slug: string, fields: Fields = {}): Promise<Answer> {
    return this.made('/v1/templates', { slug, name: slug, subject: 'Hi', html: '<p>Hi</p>', ...fields });
  }

  topic(key: string, fields: Fields = {}): Promise<Answer> {
    return this.made('/v1/topics', { key, name: key, ...fields });
  }

  /** The address gets mail of the topic, or does not. */
  choose(email: string, topic: string, subscribed: boolean): Promise<Answer> {
    return this.made('/v1/topics/preferences', { email, topics: { [topic]: subscribed } });
  }

  private async made(path: string, body: Fields): Promise<Answer> {
    const answer = await this.api('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  }
}

export const aPerson = (): string => `${randomUUID().slice(0, 8)}@example.com`;

export const people = (count: number, at = 'example.com'): string[] =>
  Array.from({ length: count }, (_, index) => `person-${index}@${at}`);

export const anId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown as string;
