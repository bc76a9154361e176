import { aWorkspace } from './factories';
import type { Answer, Service } from './service';

type Fields = Record<string, unknown>;

/** A workspace that keeps contacts, and one audience in it. */
export class People {
  private constructor(
    private readonly service: Service,
    readonly workspaceId: string,
    readonly key: string,
    readonly audienceId: string,
  ) {}

  static async create(service: Service): Promise<People> {
    const { id, key } = await aWorkspace(service);
    const { body } = await service.api('POST', '/v1/audiences', { key, body: { name: 'Customers' } });
    return new People(service, id, key, body.id);
  }

  api(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.service.api(method, path, { key: this.key, body });
  }

  /** The id of another audience. */
  async anAudience(name = 'Others'): Promise<string> {
    return (await this.ok('POST', '/v1/audiences', { name }))['id'] as string;
  }

  /** One person, or an array of them. */
  post(body: unknown, { to = this.audienceId, query = '' } = {}): Promise<Answer> {
    return this.api('POST', `/v1/audiences/${to}/contacts${query}`, body);
  }

  /** The contact of the address, after it was added. */
  add(email: string, fields: Fields = {}, to = this.audienceId): Promise<Fields> {
    return this.ok('POST', `/v1/audiences/${to}/contacts`, { email, ...fields });
  }

  /** The counts of an import. */
  import(rows: readonly Fields[], { to = this.audienceId, query = '' } = {}): Promise<Fields> {
    return this.ok('POST', `/v1/audiences/${to}/contacts${query}`, rows);
  }

  /** The one contact with this address. */
  async of(email: string): Promise<Fields | undefined> {
    const { data } = await this.ok('GET', `/v1/contacts?email=${encodeURIComponent(email)}`);
    return (data as Fields[])[0];
  }

  /** The addresses of a list of contacts. */
  async emails(path = '/v1/contacts'): Promise<string[]> {
    const { data } = await this.ok('GET', path);
    return (data as Fields[]).map(({ email }) => String(email));
  }

  /** What all pages of a list have. */
  async all<Row = Fields>(path: string, query = 'limit=100'): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor = ''; ;) {
      const page = await this.ok('GET', `${path}?${query}${cursor}`);
      rows.push(...(page['data'] as Row[]));
      if (!page['has_more']) return rows;
      cursor = `&cursor=${encodeURIComponent(String(page['next_cursor']))}`;
    }
  }

  async count(audienceId = this.audienceId): Promise<number> {
    return (await this.ok('GET', `/v1/audiences/${audienceId}`))['contact_count'] as number;
  }

  /** `scope reason` of each suppression of the address. */
  async suppressions(email: string): Promise<string[]> {
    const { data } = await this.ok('GET', `/v1/suppressions?email=${encodeURIComponent(email)}`);
    return (data as Fields[]).map(({ scope, reason }) => `${String(scope)} ${String(reason)}`).sort();
  }

  /** How many carry each tag. */
  async tags(): Promise<Record<string, number>> {
    const { data } = await this.ok('GET', '/v1/contacts/tags');
    return Object.fromEntries(
      (data as Fields[]).map(({ tag, contact_count }) => [tag, contact_count as number]),
    );
  }

  private async ok(method: string, path: string, body?: unknown): Promise<Fields> {
    const answer = await this.api(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}
