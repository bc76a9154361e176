import { createTestWorkspace, type TestWorkspace, type OutboxMail } from '../test-workspace';
import type { ApiResponse, Service } from '../service';

type Fields = Record<string, unknown>;

/** A campaign, a preview or a list row, as the API returns it. */
export type ApiBody = ApiResponse['body'];

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** The link that the email of every test campaign contains. */
export const campaignLink = 'https://acme.test/x';

/** A workspace with an audience to which it sends campaigns. */
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

  /** Returns the same workspace on a restarted service. */
  reconnect(service: Service): Campaigns {
    return new Campaigns(service, this.workspace.reconnect(service), this.audienceId);
  }

  api(method: string, path: string, body?: unknown, key?: string): Promise<ApiResponse> {
    return this.workspace.api(method, path, body, key);
  }

  /** Returns the response body and throws unless the request succeeded. */
  async callOk(method: string, path: string, body?: unknown): Promise<ApiBody> {
    const response = await this.api(method, path, body);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** Adds contacts to the audience. */
  async addContacts(contacts: readonly (string | Fields)[]): Promise<void> {
    const rows = contacts.map((person) => (typeof person === 'string' ? { email: person } : person));
    for (let index = 0; index < rows.length; index += 5_000)
      await this.callOk(
        'POST',
        `/v1/audiences/${this.audienceId}/contacts`,
        rows.slice(index, index + 5_000),
      );
  }

  /** Adds `count` contacts: `person-0@example.com`, … */
  async addManyContacts(count: number, domain = 'example.com'): Promise<string[]> {
    const addresses = Array.from({ length: count }, (_, index) => `person-${index}@${domain}`);
    await this.addContacts(addresses);
    return addresses;
  }

  /** Returns the fields of a valid campaign. */
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

  /** Creates a campaign and returns the response. */
  create(fields: Fields = {}): Promise<ApiResponse> {
    return this.api('POST', '/v1/broadcasts', this.buildCampaign(fields));
  }

  /** Creates a draft campaign and returns its id. */
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

  /** Creates and sends a campaign, waits until its run stops, and returns its id. */
  async createAndSend(fields: Fields = {}): Promise<string> {
    const id = await this.createDraft(fields);
    await this.send(id);
    await this.waitUntilIdle();
    return id;
  }

  /** Moves the clock and waits until all due work is done. */
  async advanceAndSettle(ms: number): Promise<void> {
    await this.service.advance(ms);
    await this.service.settle();
  }

  /** Waits until the run has no work left. At 14 emails per second, a hundred recipients take about ten seconds. */
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

  /** Returns the addresses that received email, sorted. */
  async listMailedAddresses(): Promise<string[]> {
    return (await this.outbox()).flatMap(({ to }) => to).sort();
  }

  outbox(): Promise<OutboxMail[]> {
    return this.workspace.outbox();
  }

  /** Reports that the recipients opened these messages, or clicked the link that every campaign contains. */
  async simulateEngagement(
    messages: readonly OutboxMail[],
    type: 'open' | 'click',
    link = campaignLink,
  ): Promise<void> {
    for (const mail of messages) {
      const path = `/outbox/${String(mail['provider_message_id'])}/events`;
      await this.service.control('POST', path, type === 'open' ? { type } : { type, link });
    }
    // The service needs this time to rule out that a scanner caused the event.
    await this.advanceAndSettle(20_000);
  }

  /** Counts the recipients of the campaign by the group that `groupOf` returns. */
  async countRecipientsBy(id: string, groupOf: (row: ApiBody) => string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const row of await this.listRecipients(id)) counts[groupOf(row)] = (counts[groupOf(row)] ?? 0) + 1;
    return counts;
  }
}
