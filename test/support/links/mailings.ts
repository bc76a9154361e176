import { anActor, type Actor } from '../actor';
import { headerLines, mailOf } from '../arrange';
import type { Answer, Service } from '../service';

/** Where the links of a mail lead, from the base of the API. */
export interface MailLinks {
  unsubscribe: string;
  preferences: string;
}

/** A workspace that mails people, with the topics `offers`, which all get, and `tips`, which who wants gets. */
export class Mailings {
  private constructor(readonly actor: Actor) {}

  static async start(service: Service, settings: Record<string, unknown> = {}): Promise<Mailings> {
    const mail = { risk_class: 'marketing', subject: 'News', text: undefined, html: '<p>Read this.</p>' };
    const actor = await anActor(service, {
      marketing: true,
      mail,
      postal_address: '1 Main Street',
      ...settings,
    });
    await actor.topic('offers', { name: 'Offers', description: 'Cheap things' });
    await actor.topic('tips', { name: 'Tips', default_subscribed: false });
    return new Mailings(actor);
  }

  api(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.actor.api(method, path, body);
  }

  /** A marketing mail, unless told otherwise. */
  send(to: string, overrides: Record<string, unknown> = {}): Promise<Answer> {
    return this.actor.send({ to, ...overrides });
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
    if (!link.startsWith(this.actor.service.at.api)) throw new Error(`No link to the API: ${link}`);
    const unsubscribe = link.slice(this.actor.service.at.api.length);
    return { unsubscribe, preferences: unsubscribe.replace('/unsubscribe/', '/preferences/') };
  }

  async mailTo(to: string, overrides: Record<string, unknown> = {}) {
    const { status, body } = await this.send(to, overrides);
    if (status !== 202 || body.skipped) throw new Error(JSON.stringify(body));
    return mailOf(this.actor.service, body.id);
  }

  /** What the address is subscribed to: `{ offers: true, tips: false }`. */
  async subscriptions(email: string): Promise<Record<string, boolean>> {
    const { body } = await this.api('GET', `/v1/topics/preferences?email=${encodeURIComponent(email)}`);
    const topics = body.topics as { key: string; subscribed: boolean }[];
    return Object.fromEntries(topics.map(({ key, subscribed }) => [key, subscribed]));
  }
}
