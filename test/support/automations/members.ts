import type { Body, Sequences } from './sequences';

type Fields = Record<string, unknown>;

/** An audience, and the people on it. */
export class Members {
  private constructor(
    private readonly sequences: Sequences,
    readonly audienceId: string,
  ) {}

  static async of(sequences: Sequences): Promise<Members> {
    const { id } = await sequences.ok('POST', '/v1/audiences', { name: 'Everybody' });
    return new Members(sequences, id);
  }

  /** One person, or an array of them. */
  add(people: Fields | readonly Fields[], query = ''): Promise<Body> {
    return this.sequences.ok('POST', `/v1/audiences/${this.audienceId}/contacts${query}`, people);
  }

  async idOf(email: string): Promise<string> {
    const { data } = await this.sequences.ok('GET', `/v1/contacts?email=${encodeURIComponent(email)}`);
    if (data.length !== 1) throw new Error(`${data.length} contacts`);
    return data[0].id;
  }

  async patch(email: string, fields: Fields): Promise<Body> {
    return this.sequences.ok('PATCH', `/v1/contacts/${await this.idOf(email)}`, fields);
  }

  async tag(email: string, change: { add?: string[]; remove?: string[] }): Promise<Body> {
    return this.sequences.ok('POST', `/v1/contacts/${await this.idOf(email)}/tags`, change);
  }

  /** They leave the audience. */
  async remove(email: string): Promise<Body> {
    const path = `/v1/audiences/${this.audienceId}/contacts/${await this.idOf(email)}`;
    return this.sequences.ok('DELETE', path);
  }

  /** Nothing is known of them any more. */
  async forget(email: string): Promise<Body> {
    return this.sequences.ok('DELETE', `/v1/contacts/${await this.idOf(email)}`);
  }
}

/** Somebody, and more people than are looked after while the request waits. */
export const andOthers = (email: string): string[] => [
  email,
  ...Array.from({ length: 30 }, (_, at) => `other-${at}-of-${email}`),
];
