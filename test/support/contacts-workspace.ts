import { aWorkspace } from './factories';
import type { ApiResponse, Service } from './service';

type Fields = Record<string, unknown>;

/** A workspace with contacts and one audience. */
export class ContactsWorkspace {
  private constructor(
    private readonly service: Service,
    readonly workspaceId: string,
    readonly key: string,
    readonly audienceId: string,
  ) {}

  /** Creates a new workspace unless the caller passes one. */
  static async create(service: Service, workspace?: { id: string; key: string }): Promise<ContactsWorkspace> {
    const { id, key } = workspace ?? (await aWorkspace(service));
    const { body } = await service.api('POST', '/v1/audiences', { key, body: { name: 'Customers' } });
    return new ContactsWorkspace(service, id, key, body.id);
  }

  api(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    return this.service.api(method, path, { key: this.key, body });
  }

  /** Creates another audience and returns its id. */
  async createAudience(name = 'Others'): Promise<string> {
    return (await this.callOk('POST', '/v1/audiences', { name }))['id'] as string;
  }

  /** Posts one contact or an array of contacts. */
  postContacts(body: unknown, { to = this.audienceId, query = '' } = {}): Promise<ApiResponse> {
    return this.api('POST', `/v1/audiences/${to}/contacts${query}`, body);
  }

  /** Adds the address to an audience and returns the contact. */
  addContact(email: string, fields: Fields = {}, to = this.audienceId): Promise<Fields> {
    return this.callOk('POST', `/v1/audiences/${to}/contacts`, { email, ...fields });
  }

  /** Imports the rows and returns the counts. */
  importContacts(rows: readonly Fields[], { to = this.audienceId, query = '' } = {}): Promise<Fields> {
    return this.callOk('POST', `/v1/audiences/${to}/contacts${query}`, rows);
  }

  /** Returns the contact with this address, or undefined if there is none. */
  async findContact(email: string): Promise<Fields | undefined> {
    const { data } = await this.callOk('GET', `/v1/contacts?email=${encodeURIComponent(email)}`);
    return (data as Fields[])[0];
  }

  /** Returns the addresses of a list of contacts. */
  async listEmails(path = '/v1/contacts'): Promise<string[]> {
    const { data } = await this.callOk('GET', path);
    return (data as Fields[]).map(({ email }) => String(email));
  }

  /** Returns the rows of all pages of a list. */
  async listAll<Row = Fields>(path: string, query = 'limit=100'): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor = ''; ;) {
      const page = await this.callOk('GET', `${path}?${query}${cursor}`);
      rows.push(...(page['data'] as Row[]));
      if (!page['has_more']) return rows;
      cursor = `&cursor=${encodeURIComponent(String(page['next_cursor']))}`;
    }
  }

  async contactCount(audienceId = this.audienceId): Promise<number> {
    return (await this.callOk('GET', `/v1/audiences/${audienceId}`))['contact_count'] as number;
  }

  /** Returns each suppression of the address as `scope reason`. */
  async listSuppressions(email: string): Promise<string[]> {
    const { data } = await this.callOk('GET', `/v1/suppressions?email=${encodeURIComponent(email)}`);
    return (data as Fields[]).map(({ scope, reason }) => `${String(scope)} ${String(reason)}`).sort();
  }

  /** Returns the number of contacts by tag. */
  async tagCounts(): Promise<Record<string, number>> {
    const { data } = await this.callOk('GET', '/v1/contacts/tags');
    return Object.fromEntries(
      (data as Fields[]).map(({ tag, contact_count }) => [tag, contact_count as number]),
    );
  }

  private async callOk(method: string, path: string, body?: unknown): Promise<Fields> {
    const response = await this.api(method, path, body);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  }
}
