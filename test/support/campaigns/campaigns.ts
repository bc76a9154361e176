import { anActor, type Actor, type Mailed } from '../actor';
import type { Answer, Service } from '../service';

type Fields = Record<string, unknown>;

/** What a campaign, a preview or a row is, as it is answered. */
export type Body = Answer['body'];

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** What the mails of all campaigns here lead to. */
export const theLink = 'https://acme.test/x';

/** A workspace with an audience that it sends campaigns to. */
export class Campaigns {
  private constructor(
    readonly service: Service,
    readonly actor: Actor,
    readonly audienceId: string,
  ) {}

  static async start(service: Service, settings: Fields = {}): Promise<Campaigns> {
    const actor = await anActor(service, { marketing: true, ...settings });
    const { body } = await actor.api('POST', '/v1/audiences', { name: 'Everybody' });
    return new Campaigns(service, actor, body.id);
  }

  /** The same workspace, on a service that was started again. */
  on(service: Service): Campaigns {
    return new Campaigns(service, this.actor.on(service), this.audienceId);
  }

  api(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    return this.actor.api(method, path, body, key);
  }

  /** The answer to what must have succeeded. */
  async ok(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await this.api(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Puts people on the audience. */
  async add(people: readonly (string | Fields)[]): Promise<void> {
    const rows = people.map((one) => (typeof one === 'string' ? { email: one } : one));
    for (let at = 0; at < rows.length; at += 5_000)
      await this.ok('POST', `/v1/audiences/${this.audienceId}/contacts`, rows.slice(at, at + 5_000));
  }

  /** So many people: `person-0@example.com` … */
  async addMany(count: number, domain = 'example.com'): Promise<string[]> {
    const addresses = Array.from({ length: count }, (_, at) => `person-${at}@${domain}`);
    await this.add(addresses);
    return addresses;
  }

  /** A campaign that this workspace may create. */
  campaign(fields: Fields = {}): Fields {
    return {
      audience_id: this.audienceId,
      identity_id: this.actor.domains.marketing?.id,
      name: 'October',
      subject: 'News',
      html: `<p>Hi {{first_name}}, <a href="${theLink}">look</a></p>`,
      ...fields,
    };
  }

  /** The answer to creating one. */
  create(fields: Fields = {}): Promise<Answer> {
    return this.api('POST', '/v1/broadcasts', this.campaign(fields));
  }

  /** The id of a draft. */
  async draft(fields: Fields = {}): Promise<string> {
    return (await this.ok('POST', '/v1/broadcasts', this.campaign(fields))).id;
  }

  read(id: string): Promise<Body> {
    return this.ok('GET', `/v1/broadcasts/${id}`);
  }

  act(id: string, action: 'send' | 'resume' | 'winner', body?: unknown, key?: string): Promise<Answer> {
    return this.api('POST', `/v1/broadcasts/${id}/${action}`, body, key);
  }

  async send(id: string, body: Fields = {}): Promise<Body> {
    return this.ok('POST', `/v1/broadcasts/${id}/send`, body);
  }

  /** The id of a campaign that was sent to its end, or as far as it comes. */
  async sent(fields: Fields = {}): Promise<string> {
    const id = await this.draft(fields);
    await this.send(id);
    await this.untilIdle();
    return id;
  }

  /** Moves the clock, and waits until all that became due is done. */
  async pass(ms: number): Promise<void> {
    await this.service.advance(ms);
    await this.service.settle();
  }

  /** Waits until the run has nothing to do any more: at 14 a second a hundred recipients take some ten seconds. */
  async untilIdle(ms = 2 * minute): Promise<void> {
    await this.service.settle();
    await this.pass(ms);
  }

  async preview(id: string, query = ''): Promise<Body> {
    return this.ok('GET', `/v1/broadcasts/${id}/preview${query}`);
  }

  async recipients(id: string): Promise<Body[]> {
    const all: Body[] = [];
    for (let cursor = ''; ;) {
      const page = await this.ok('GET', `/v1/broadcasts/${id}/recipients${cursor}`);
      all.push(...page.data);
      if (!page.has_more) return all;
      cursor = `?cursor=${page.next_cursor}`;
    }
  }

  /** Whom mail went to, in order of the addresses. */
  async mailed(): Promise<string[]> {
    return (await this.outbox()).flatMap(({ to }) => to).sort();
  }

  outbox(): Promise<Mailed[]> {
    return this.actor.outbox();
  }

  /** The readers of these messages open them, or click the link that every campaign has. */
  async react(messages: readonly Mailed[], type: 'open' | 'click', link = theLink): Promise<void> {
    for (const mail of messages) {
      const path = `/outbox/${String(mail['provider_message_id'])}/events`;
      await this.service.control('POST', path, type === 'open' ? { type } : { type, link });
    }
    // Until it is known that no scanner did it.
    await this.pass(20_000);
  }

  /** How many messages have each of what this says of them. */
  async tally(id: string, of: (row: Body) => string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const row of await this.recipients(id)) counts[of(row)] = (counts[of(row)] ?? 0) + 1;
    return counts;
  }
}
