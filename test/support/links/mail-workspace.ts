import { createTestWorkspace, type TestWorkspace } from '../test-workspace';
import { headerLines, readOutboxMail } from '../api-helpers';
import type { ApiResponse, Service } from '../service';

/** Where the links of a mail lead, from the base of the API. */
export interface MailLinks {
  unsubscribe: string;
  preferences: string;
}

/** A workspace that mails people, with the topics `offers`, which all get, and `tips`, which who wants gets. */
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

  /** A marketing mail, unless told otherwise. */
  send(to: string, overrides: Record<string, unknown> = {}): Promise<ApiResponse> {
    return this.workspace.send({ to, ...overrides });
  }

  /** What became of a mail to the address: `sent`, or the reason for which it was not. */
  async sendOutcome(to: string, overrides: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await this.send(to, overrides);
    if (status !== 202) throw new Error(JSON.stringify(body));
    return body.reason ?? body.status;
  }

  /** The links of a mail that the address gets now. */
  async getLinks(to: string, overrides: Record<string, unknown> = {}): Promise<MailLinks> {
    const { raw } = await this.sendAndReadMail(to, overrides);
    const [header = ''] = headerLines(raw).filter((line) => line.startsWith('List-Unsubscribe: '));
    const link = /^List-Unsubscribe: <(.+)>$/.exec(header)?.[1] ?? '';
    if (!link.startsWith(this.workspace.service.metadata.api)) throw new Error(`No link to the API: ${link}`);
    const unsubscribe = link.slice(this.workspace.service.metadata.api.length);
    return { unsubscribe, preferences: unsubscribe.replace('/unsubscribe/', '/preferences/') };
  }

  async sendAndReadMail(to: string, overrides: Record<string, unknown> = {}) {
    const { status, body } = await this.send(to, overrides);
    if (status !== 202 || body.skipped) throw new Error(JSON.stringify(body));
    return readOutboxMail(this.workspace.service, body.id);
  }

  /** What the address is subscribed to: `{ offers: true, tips: false }`. */
  async getSubscriptions(email: string): Promise<Record<string, boolean>> {
    const { body } = await this.api('GET', `/v1/topics/preferences?email=${encodeURIComponent(email)}`);
    const topics = body.topics as { key: string; subscribed: boolean }[];
    return Object.fromEntries(topics.map(({ key, subscribed }) => [key, subscribed]));
  }
}
