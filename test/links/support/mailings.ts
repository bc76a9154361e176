import { aDomain, aWorkspace } from '../../support/factories';
import { headerLines, mailOf } from '../../api/support/arrange';
import type { Answer, Service } from '../../support/service';

/** Where the links of a mail lead, from the base of the API. */
export interface MailLinks {
  unsubscribe: string;
  preferences: string;
}

/** A workspace that mails people, with the topics `offers`, which all get, and `tips`, which who wants gets. */
export class Mailings {
  private constructor(
    private readonly service: Service,
    readonly workspaceId: string,
    readonly key: string,
    private readonly from: Record<string, string>,
  ) {}

  static async start(service: Service, settings: Record<string, unknown> = {}): Promise<Mailings> {
    const { id, key } = await aWorkspace(service, {
      name: 'Acme',
      postal_address: '1 Main Street',
      ...settings,
    });
    const [news, desk] = await Promise.all(
      ['marketing', 'transactional'].map((risk_class) => aDomain(service, id, { risk_class, warmup: false })),
    );
    const from = { marketing: `news@${news?.domain}`, transactional: `desk@${desk?.domain}` };
    const mailings = new Mailings(service, id, key, from);
    await mailings.api('POST', '/v1/topics', { key: 'offers', name: 'Offers', description: 'Cheap things' });
    await mailings.api('POST', '/v1/topics', { key: 'tips', name: 'Tips', default_subscribed: false });
    return mailings;
  }

  api(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.service.api(method, path, { key: this.key, body });
  }

  /** A marketing mail, unless told otherwise. */
  send(to: string, overrides: Record<string, unknown> = {}): Promise<Answer> {
    const risk_class = String(overrides['risk_class'] ?? 'marketing');
    const mail = { from: this.from[risk_class], to, subject: 'News', html: '<p>Read this.</p>', risk_class };
    return this.api('POST', '/v1/emails', { ...mail, ...overrides });
  }

  /** What became of a mail to the address: `sent`, or the reason for which it was not. */
  async outcome(to: string, overrides: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await this.send(to, overrides);
    if (status !== 202) throw new Error(JSON.stringify(body));
    return body.reason ?? body.status;
  }

  /** The links of a mail that the address gets now. */
  async linksTo(to: string, overrides: Record<string, unknown> = {}): Promise<MailLinks> {
    const { raw } = await this.mailTo(to, overrides);
    const [header = ''] = headerLines(raw).filter((line) => line.startsWith('List-Unsubscribe: '));
    const link = /^List-Unsubscribe: <(.+)>$/.exec(header)?.[1] ?? '';
    if (!link.startsWith(this.service.at.api)) throw new Error(`No link to the API: ${link}`);
    const unsubscribe = link.slice(this.service.at.api.length);
    return { unsubscribe, preferences: unsubscribe.replace('/unsubscribe/', '/preferences/') };
  }

  async mailTo(to: string, overrides: Record<string, unknown> = {}) {
    const { status, body } = await this.send(to, overrides);
    if (status !== 202 || body.skipped) throw new Error(JSON.stringify(body));
    return mailOf(this.service, body.id);
  }

  /** What the address is subscribed to: `{ offers: true, tips: false }`. */
  async subscriptions(email: string): Promise<Record<string, boolean>> {
    const { body } = await this.api('GET', `/v1/topics/preferences?email=${encodeURIComponent(email)}`);
    const topics = body.topics as { key: string; subscribed: boolean }[];
    return Object.fromEntries(topics.map(({ key, subscribed }) => [key, subscribed]));
  }
}
