import { createTestWorkspace, type TestWorkspace } from '../test-workspace';
import { headerLines, readOutboxMail } from '../api-helpers';
import type { ApiResponse, Service } from '../service';

/** The paths of the links of an email, relative to the base URL of the API. */
export interface MailLinks {
  unsubscribe: string;
  preferences: string;
}

/**
 * A workspace that sends marketing email. All recipients receive the topic `offers`; only subscribers receive `tips`.
 */
export class MailWorkspace {
  private constructor(readonly workspace: TestWorkspace) {}

  static async create(service: Service, settings: Record<string, unknown> = {}): Promise<MailWorkspace> {
    const emailDefaults = {
      risk_class: 'marketing',
      subject: 'News',
      text: undefined,
      html: '<p>Read this.</p>',
    };
    const workspace = await createTestWorkspace(service, {
      marketing: true,
      mail: emailDefaults,
      postal_address: '1 Main Street',
      ...settings,
    });
    await workspace.createTopic('offers', { name: 'Offers', description: 'Cheap things' });
    await workspace.createTopic('tips', { name: 'Tips', default_subscribed: false });
    return new MailWorkspace(workspace);
  }

  api(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    return this.workspace.api(method, path, body);
  }

  /** Sends an email, which is a marketing email by default. */
  send(to: string, overrides: Record<string, unknown> = {}): Promise<ApiResponse> {
    return this.workspace.send({ to, ...overrides });
  }

  /** Sends an email to the address and returns `sent`, or the reason why the service skipped the address. */
  async sendOutcome(to: string, overrides: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await this.send(to, overrides);
    if (status !== 202) throw new Error(JSON.stringify(body));
    return body.reason ?? body.status;
  }

  /** Sends an email to the address and returns its links. */
  async getLinks(to: string, overrides: Record<string, unknown> = {}): Promise<MailLinks> {
    const { raw } = await this.sendAndReadMail(to, overrides);
    const [header = ''] = headerLines(raw).filter((line) => line.startsWith('List-Unsubscribe: '));
    const link = /^List-Unsubscribe: <([^>]+)>/.exec(header)?.[1] ?? '';
    if (!link.startsWith(this.workspace.service.metadata.api)) throw new Error(`No link to the API: ${link}`);
    const unsubscribe = link.slice(this.workspace.service.metadata.api.length);
    return { unsubscribe, preferences: unsubscribe.replace('/unsubscribe/', '/preferences/') };
  }

  async sendAndReadMail(to: string, overrides: Record<string, unknown> = {}) {
    const { status, body } = await this.send(to, overrides);
    if (status !== 202 || body.skipped) throw new Error(JSON.stringify(body));
    return readOutboxMail(this.workspace.service, body.id);
  }

  /** Returns the subscriptions of the address: `{ offers: true, tips: false }`. */
  async getSubscriptions(email: string): Promise<Record<string, boolean>> {
    const { body } = await this.api('GET', `/v1/topics/preferences?email=${encodeURIComponent(email)}`);
    const topics = body.topics as { key: string; subscribed: boolean }[];
    return Object.fromEntries(topics.map(({ key, subscribed }) => [key, subscribed]));
  }
}
