import { randomUUID } from 'node:crypto';
import { scopes } from '../../shared/core/scopes';
import { aKey } from './api-helpers';
import { aDomain, anEmail, aWorkspace } from './factories';
import { sendAll } from './send-all';
import type { ApiResponse, Service } from './service';

type Fields = Record<string, unknown>;

/** Options in addition to the settings of the workspace. */
interface TestWorkspaceOptions {
  /** Whether to also create a marketing domain, which takes longer. */
  marketing?: boolean;
  /** Whether the marketing domain warms up. */
  warmup?: boolean;
  /** Default fields of the emails of the workspace. */
  mail?: Fields;
}

interface SendingDomain {
  id: string;
  domain: string;
}

/** An email as the outbox shows it. */
export interface OutboxMail extends Fields {
  message_id: string;
  to: string[];
  cc: string[];
  bcc: string[];
  at: string;
}

/** Creates a workspace with a postal address, a key with all scopes, and a sending domain. */
export async function createTestWorkspace(
  service: Service,
  { marketing = false, warmup = false, mail = {}, ...settings }: TestWorkspaceOptions & Fields = {},
): Promise<TestWorkspace> {
  const workspace = await aWorkspace(service, { postal_address: '1 Main Street, Springfield', ...settings });
  const [transactional, marketingDomain] = await Promise.all([
    aDomain(service, workspace.id),
    marketing ? aDomain(service, workspace.id, { risk_class: 'marketing', warmup }) : undefined,
  ]);
  return new TestWorkspace(
    service,
    workspace,
    { transactional, ...(marketingDomain && { marketing: marketingDomain }) },
    mail,
  );
}

export class TestWorkspace {
  constructor(
    readonly service: Service,
    private readonly workspace: { id: string; key: string },
    readonly domains: { transactional: SendingDomain; marketing?: SendingDomain },
    private readonly mail: Fields,
  ) {}

  /** Returns the same workspace on a restarted service. */
  reconnect(service: Service): TestWorkspace {
    return new TestWorkspace(service, this.workspace, this.domains, this.mail);
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
    if (!this.domains.marketing) throw new Error('This workspace has no marketing domain');
    return `news@${this.domains.marketing.domain}`;
  }

  api(
    method: string,
    path: string,
    body?: unknown,
    key = this.key,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    return this.service.api(method, path, { key, body, headers });
  }

  /** Returns a valid email for this workspace. */
  buildEmail(overrides: Fields = {}): Fields {
    const fields: Fields = { ...this.mail, ...overrides };
    return anEmail({ from: fields['risk_class'] === 'marketing' ? this.newsFrom : this.from, ...fields });
  }

  send(overrides: Fields = {}, key?: string, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.api('POST', '/v1/emails', this.buildEmail(overrides), key, headers);
  }

  /** Sends the request with an Idempotency-Key that is the same in each call, so that a second call is a retry. */
  sendOnce(overrides: Fields = {}): Promise<ApiResponse> {
    return this.send(overrides, this.key, { 'Idempotency-Key': 'once' });
  }

  /** Sends an email, throws unless it was accepted, and returns the response body. */
  async sendAccepted(overrides: Fields = {}, key?: string): Promise<ApiResponse['body']> {
    const { status, body } = await this.send(overrides, key);
    if (status !== 202) throw new Error(`Not accepted: ${JSON.stringify(body)}`);
    return body;
  }

  /** Schedules an email, by default for a minute from now, and returns its id. */
  async schedule(overrides: Fields = {}): Promise<string> {
    return (await this.sendAccepted({ scheduled_at: 'in 1 minute', ...overrides })).id;
  }

  sendBatch(entries: Fields[], key?: string): Promise<ApiResponse> {
    const body = entries.map((entry) => this.buildEmail(entry));
    return this.api('POST', '/v1/emails/batch', body, key);
  }

  /** Sends all entries in batches and returns the ids. Use smaller batches for entries with many recipients. */
  sendAll(entries: readonly Fields[], batchSize?: number): Promise<string[]> {
    return sendAll((batch) => this.sendBatch([...batch]), entries, batchSize);
  }

  cancel(id: string): Promise<ApiResponse> {
    return this.api('DELETE', `/v1/emails/${id}`);
  }

  /** Creates a key with these guardrails and returns its secret. */
  async createGuardedKey(guardrails: Fields): Promise<string> {
    return (await aKey(this.service, { creatorKey: this.key, scopes, ...guardrails })).key;
  }

  /** Creates an access token, which has no guardrails. */
  async createToken(): Promise<string> {
    const path = `/workspaces/${this.workspaceId}/tokens`;
    return (await this.service.control('POST', path, { scopes })).access_token;
  }

  /** Returns the whole email log, newest first. */
  async listEmails(): Promise<ApiResponse['body'][]> {
    const emails: ApiResponse['body'][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: ApiResponse = await this.api('GET', `/v1/emails?limit=100&cursor=${cursor}`);
      emails.push(...body.data);
      cursor = body.next_cursor;
    }
    return emails;
  }

  async statuses(): Promise<string[]> {
    return (await this.listEmails()).map(({ status }) => status);
  }

  async getEmail(id: string): Promise<ApiResponse['body']> {
    const { status, body } = await this.api('GET', `/v1/emails/${id}`);
    if (status !== 200) throw new Error(`Not read: ${JSON.stringify(body)}`);
    return body;
  }

  async getStatus(id: string): Promise<string> {
    return (await this.getEmail(id)).status;
  }

  async getThread(id: string): Promise<ApiResponse['body']> {
    return (await this.api('GET', `/v1/threads/${id}`)).body;
  }

  /** Returns the number of recipients charged to this workspace. */
  async getEmailsUsed(): Promise<number> {
    return (await this.api('GET', '/v1/usage')).body.emails_used;
  }

  /** Returns the emails that SES received from this workspace, oldest first. */
  async outbox(): Promise<OutboxMail[]> {
    return (await this.service.outbox(`?workspace_id=${this.workspaceId}`)).toReversed() as OutboxMail[];
  }

  /** Returns the messages that SES received for this email. */
  async mailsOf(id: string): Promise<OutboxMail[]> {
    return (await this.outbox()).filter(({ message_id }) => message_id === id);
  }

  /** Updates the workspace as the operator. */
  updateWorkspace(settings: Fields): Promise<unknown> {
    return this.service.control('PATCH', `/workspaces/${this.workspaceId}`, settings);
  }

  suppress(email: string, fields: Fields = {}): Promise<ApiResponse> {
    return this.postOrThrow('/v1/suppressions', { email, ...fields });
  }

  /** Unsubscribes the address from marketing email. */
  unsubscribe(email: string): Promise<ApiResponse> {
    return this.suppress(email, { scope: 'marketing', reason: 'unsubscribe' });
  }

  createTemplate(slug: string, fields: Fields = {}): Promise<ApiResponse> {
    return this.postOrThrow('/v1/templates', {
      slug,
      name: slug,
      subject: 'Hi',
      html: '<p>Hi</p>',
      ...fields,
    });
  }

  createTopic(key: string, fields: Fields = {}): Promise<ApiResponse> {
    return this.postOrThrow('/v1/topics', { key, name: key, ...fields });
  }

  /** Subscribes the address to the topic, or unsubscribes it. */
  setTopicPreference(email: string, topicKey: string, subscribed: boolean): Promise<ApiResponse> {
    return this.postOrThrow('/v1/topics/preferences', { email, topics: { [topicKey]: subscribed } });
  }

  private async postOrThrow(path: string, body: Fields): Promise<ApiResponse> {
    const response = await this.api('POST', path, body);
    if (response.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(response.body)}`);
    return response;
  }
}

export const randomAddress = (): string => `${randomUUID().slice(0, 8)}@example.com`;

export const numberedAddresses = (count: number, domain = 'example.com'): string[] =>
  Array.from({ length: count }, (_, index) => `person-${index}@${domain}`);
