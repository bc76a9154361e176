import { createTestWorkspace, type TestWorkspace, type OutboxMail } from '../test-workspace';
import type { ApiResponse, Service } from '../service';

type Fields = Record<string, unknown>;

/** What a campaign, a preview or a row is, as it is answered. */
export type ApiBody = ApiResponse['body'];

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** What the mails of all campaigns here lead to. */
export const campaignLink = 'https://acme.test/x';

/** A workspace with an audience that it sends campaigns to. */
export class Campaigns {
  private constructor(
    readonly service: Service,
    readonly workspace: TestWorkspace,
    readonly audienceId: string,
  ) {}

  static async create(service: Service, settings: Fields = {}): Promise<Campaigns> {
    const workspace = await createTestWorkspace(service, { marketing: true, ...settings });
    const { body } = await workspace.api('POST', '/v1/audiences', { name: 'Everybody' });
    return new Campaigns(service, workspace, body.id);
  }

  /** The same workspace, on a service that was started again. */
  reconnect(service: Service): Campaigns {
    return new Campaigns(service, this.workspace.reconnect(service), this.audienceId);
  }

  api(method: string, path: string, body?: unknown, key?: string): Promise<ApiResponse> {
    return this.workspace.api(method, path, body, key);
  }

  /** The answer to what must have succeeded. */
  async callOk(method: string, path: string, body?: unknown): Promise<ApiBody> {
    const response = await this.api(method, path, body);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** Puts people on the audience. */
  async addContacts(contacts: readonly (string | Fields)[]): Promise<void> {
    const rows = contacts.map((person) => (typeof person === 'string' ? { email: person } : person));
    for (let index = 0; index < rows.length; index += 5_000)
      await this.callOk(
        'POST',
        `/v1/audiences/${this.audienceId}/contacts`,
        rows.slice(index, index + 5_000),
      );
  }

  /** So many people: `person-0@example.com` … */
  async addManyContacts(count: number, domain = 'example.com'): Promise<string[]> {
    const addresses = Array.from({ length: count }, (_, index) => `person-${index}@${domain}`);
    await this.addContacts(addresses);
    return addresses;
  }

  /** A campaign that this workspace may create. */
  buildCampaign(fields: Fields = {}): Fields {
    return {
      audience_id: this.audienceId,
      identity_id: this.workspace.domains.marketing?.id,
      name: 'October',
      subject: 'News',
      html: `<p>Hi {{first_name}}, <a href="${campaignLink}">look</a></p>`,
      ...fields,
    };
  }

  /** The answer to creating one. */
  create(fields: Fields = {}): Promise<ApiResponse> {
    return this.api('POST', '/v1/broadcasts', this.buildCampaign(fields));
  }

  /** The id of a draft. */
  async createDraft(fields: Fields = {}): Promise<string> {
    return (await this.callOk('POST', '/v1/broadcasts', this.buildCampaign(fields))).id;
  }

  getCampaign(id: string): Promise<ApiBody> {
    return this.callOk('GET', `/v1/broadcasts/${id}`);
  }

  callAction(
    id: string,
    action: 'send' | 'resume' | 'winner',
    body?: unknown,
    key?: string,
  ): Promise<ApiResponse> {
    return this.api('POST', `/v1/broadcasts/${id}/${action}`, body, key);
  }

  async send(id: string, body: Fields = {}): Promise<ApiBody> {
    return this.callOk('POST', `/v1/broadcasts/${id}/send`, body);
  }

  /** The id of a campaign that was sent to its end, or as far as it comes. */
  async createAndSend(fields: Fields = {}): Promise<string> {
    const id = await this.createDraft(fields);
    await this.send(id);
    await this.waitUntilIdle();
    return id;
  }

  /** Moves the clock, and waits until all that became due is done. */
  async advanceAndSettle(ms: number): Promise<void> {
    await this.service.advance(ms);
    await this.service.settle();
  }

  /** Waits until the run has nothing to do any more: at 14 a second a hundred recipients take some ten seconds. */
  async waitUntilIdle(ms = 2 * minuteMs): Promise<void> {
    await this.service.settle();
    await this.advanceAndSettle(ms);
  }

  async getPreview(id: string, query = ''): Promise<ApiBody> {
    return this.callOk('GET', `/v1/broadcasts/${id}/preview${query}`);
  }

  async listRecipients(id: string): Promise<ApiBody[]> {
    const all: ApiBody[] = [];
    for (let cursor = ''; ;) {
      const page = await this.callOk('GET', `/v1/broadcasts/${id}/recipients${cursor}`);
      all.push(...page.data);
      if (!page.has_more) return all;
      cursor = `?cursor=${page.next_cursor}`;
    }
  }

  /** Whom mail went to, in order of the addresses. */
  async listMailedAddresses(): Promise<string[]> {
    return (await this.outbox()).flatMap(({ to }) => to).sort();
  }

  outbox(): Promise<OutboxMail[]> {
    return this.workspace.outbox();
  }

  /** The readers of these messages open them, or click the link that every campaign has. */
  async simulateEngagement(
    messages: readonly OutboxMail[],
    type: 'open' | 'click',
    link = campaignLink,
  ): Promise<void> {
    for (const mail of messages) {
      const path = `/outbox/${String(mail['provider_message_id'])}/events`;
      await this.service.control('POST', path, type === 'open' ? { type } : { type, link });
    }
    // Until it is known that no scanner did it.
    await this.advanceAndSettle(20_000);
  }

  /** How many messages have each of what this says of them. */
  async countRecipientsBy(id: string, groupOf: (row: ApiBody) => string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const row of await this.listRecipients(id)) counts[groupOf(row)] = (counts[groupOf(row)] ?? 0) + 1;
    return counts;
  }
}
