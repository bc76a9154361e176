import { randomUUID } from 'node:crypto';
import { scopes } from '../../shared/core/scopes';
import { aKey } from './arrange';
import { aDomain, anEmail, aWorkspace } from './factories';
import { sendAll } from './send-all';
import type { Answer, Service } from './service';

type Fields = Record<string, unknown>;

/** What an actor has beside the settings of its workspace. */
interface Belongings {
  /** A domain for marketing mail too: more to wait for. */
  marketing?: boolean;
  /** Whether that domain warms up. */
  warmup?: boolean;
  /** What its emails say, unless told otherwise. */
  mail?: Fields;
}

interface SendingDomain {
  id: string;
  domain: string;
}

/** A mail as the outbox shows it. */
export interface Mailed extends Fields {
  message_id: string;
  to: string[];
  cc: string[];
  bcc: string[];
  at: string;
}

/** A workspace of its own with a postal address, a key that may do everything, and a sending domain. */
export async function anActor(
  service: Service,
  { marketing = false, warmup = false, mail = {}, ...settings }: Belongings & Fields = {},
): Promise<Actor> {
  const workspace = await aWorkspace(service, { postal_address: '1 Main Street, Springfield', ...settings });
  const [transactional, news] = await Promise.all([
    aDomain(service, workspace.id),
    marketing ? aDomain(service, workspace.id, { risk_class: 'marketing', warmup }) : undefined,
  ]);
  return new Actor(service, workspace, { transactional, ...(news && { marketing: news }) }, mail);
}

export class Actor {
  constructor(
    readonly service: Service,
    private readonly workspace: { id: string; key: string },
    readonly domains: { transactional: SendingDomain; marketing?: SendingDomain },
    private readonly mail: Fields,
  ) {}

  /** The same workspace, on a service that was started again. */
  on(service: Service): Actor {
    return new Actor(service, this.workspace, this.domains, this.mail);
  }

  get workspaceId(): string {
    return this.workspace.id;
  }

  get key(): string {
    return this.workspace.key;
  }

  get from(): string {
    return `desk@${this.domains.transactional.domain}`;
  }

  get newsFrom(): string {
    if (!this.domains.marketing) throw new Error('This actor has no domain for marketing');
    return `news@${this.domains.marketing.domain}`;
  }

  api(
    method: string,
    path: string,
    body?: unknown,
    key = this.key,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.service.api(method, path, { key, body, headers });
  }

  /** An email that this workspace may send. */
  email(overrides: Fields = {}): Fields {
    const said: Fields = { ...this.mail, ...overrides };
    return anEmail({ from: said['risk_class'] === 'marketing' ? this.newsFrom : this.from, ...said });
  }

  send(overrides: Fields = {}, key?: string, headers?: Record<string, string>): Promise<Answer> {
    return this.api('POST', '/v1/emails', this.email(overrides), key, headers);
  }

  /** The same request under the same Idempotency-Key each time: a second call is a retry. */
  sendOnce(overrides: Fields = {}): Promise<Answer> {
    return this.send(overrides, this.key, { 'Idempotency-Key': 'once' });
  }

  /** The answer to a send that must have been accepted. */
  async accepted(overrides: Fields = {}, key?: string): Promise<Answer['body']> {
    const { status, body } = await this.send(overrides, key);
    if (status !== 202) throw new Error(`Not accepted: ${JSON.stringify(body)}`);
    return body;
  }

  /** Schedules an email, for a minute from now unless told otherwise, and returns its id. */
  async schedule(overrides: Fields = {}): Promise<string> {
    return (await this.accepted({ scheduled_at: 'in 1 minute', ...overrides })).id;
  }

  batch(entries: Fields[], key?: string): Promise<Answer> {
    const body = entries.map((entry) => this.email(entry));
    return this.api('POST', '/v1/emails/batch', body, key);
  }

  /** The ids of all of them, however many batches it takes. Those to many recipients want smaller batches. */
  sendAll(entries: readonly Fields[], batchSize?: number): Promise<string[]> {
    return sendAll((batch) => this.batch([...batch]), entries, batchSize);
  }

  cancel(id: string): Promise<Answer> {
    return this.api('DELETE', `/v1/emails/${id}`);
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

  /** The whole log, newest first. */
  async log(): Promise<Answer['body'][]> {
    const log: Answer['body'][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: Answer = await this.api('GET', `/v1/emails?limit=100&cursor=${cursor}`);
      log.push(...body.data);
      cursor = body.next_cursor;
    }
    return log;
  }

  async statuses(): Promise<string[]> {
    return (await this.log()).map(({ status }) => status);
  }

  async read(id: string): Promise<Answer['body']> {
    const { status, body } = await this.api('GET', `/v1/emails/${id}`);
    if (status !== 200) throw new Error(`Not read: ${JSON.stringify(body)}`);
    return body;
  }

  async status(id: string): Promise<string> {
    return (await this.read(id)).status;
  }

  async thread(id: string): Promise<Answer['body']> {
    return (await this.api('GET', `/v1/threads/${id}`)).body;
  }

  /** Recipients that this workspace has been counted. */
  async used(): Promise<number> {
    return (await this.api('GET', '/v1/usage')).body.emails_used;
  }

  /** What the provider got of this workspace, oldest first. */
  async outbox(): Promise<Mailed[]> {
    return (await this.service.outbox(`?workspace_id=${this.workspaceId}`)).toReversed() as Mailed[];
  }

  /** What the provider got of this email. */
  async mailsOf(id: string): Promise<Mailed[]> {
    return (await this.outbox()).filter(({ message_id }) => message_id === id);
  }

  /** Changes the workspace, as its operator would. */
  set(settings: Fields): Promise<unknown> {
    return this.service.control('PATCH', `/workspaces/${this.workspaceId}`, settings);
  }

  suppress(email: string, fields: Fields = {}): Promise<Answer> {
    return this.made('/v1/suppressions', { email, ...fields });
  }

  /** The address does not want marketing mail any more. */
  unsubscribe(email: string): Promise<Answer> {
    return this.suppress(email, { scope: 'marketing', reason: 'unsubscribe' });
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
