import { randomBytes } from 'node:crypto';
import { aDomain, anEmail, aWorkspace } from './factories';
import type { Answer, Service } from './service';

/** What the log and the outbox show of an email. */
interface Entry {
  id: string;
  status: string;
}

interface Mail {
  message_id: string;
}

/** The lease of an Idempotency-Key (shared/http/idempotency-record.ts), passed. */
export const leaseMs = 36_000;

/** How long the provider's Send event may take, passed. */
export const unknownOutcomeMs = 10 * 60_000;

/** A workspace of its own that sends one mail, under an Idempotency-Key of its own unless told otherwise. */
export class Sender {
  private constructor(
    private readonly service: Service,
    readonly workspaceId: string,
    private readonly key: string,
    private readonly body: Record<string, unknown>,
  ) {}

  static async create(service: Service, overrides: Record<string, unknown> = {}): Promise<Sender> {
    const { id, key } = await aWorkspace(service);
    const { domain } = await aDomain(service, id);
    return new Sender(service, id, key, anEmail({ from: `desk@${domain}`, ...overrides }));
  }

  /** The same request under the same Idempotency-Key each time: a second call is a retry. */
  send(): Promise<Answer> {
    return this.post(this.body, { 'Idempotency-Key': 'once' });
  }

  /** Another body under that key. */
  sendChanged(changes: Record<string, unknown>): Promise<Answer> {
    return this.post({ ...this.body, ...changes }, { 'Idempotency-Key': 'once' });
  }

  sendUnkeyed(): Promise<Answer> {
    return this.post(this.body, {});
  }

  async log(): Promise<Entry[]> {
    const { body } = await this.service.api('GET', '/v1/emails', { key: this.key });
    return body.data.map(({ id, status }: Entry) => ({ id, status }));
  }

  async outbox(): Promise<Mail[]> {
    const mails = await this.service.outbox(`?workspace_id=${this.workspaceId}`);
    return mails.map(({ message_id }) => ({ message_id: String(message_id) }));
  }

  /** The one email of this workspace, with its timeline. */
  async email(id: string): Promise<Answer['body']> {
    return (await this.service.api('GET', `/v1/emails/${id}`, { key: this.key })).body;
  }

  private post(body: unknown, headers: Record<string, string>): Promise<Answer> {
    return this.service.api('POST', '/v1/emails', { key: this.key, body, headers });
  }
}

/** So much HTML that its content goes to S3. */
export const largeHtml = (): string => `<p>${randomBytes(8_000).toString('hex')}</p>`;

/** An error in the shape that core.md promises, whoever gave it: the function, the gateway or the ingress. */
export const anError = (type: string): unknown => ({ error: { type, message: expect.any(String) } });
