import type { ApiBody, Automations } from './automations';

type Fields = Record<string, unknown>;

/** An audience and its members. */
export class Members {
  private constructor(
    private readonly automations: Automations,
    readonly audienceId: string,
  ) {}

  static async create(automations: Automations): Promise<Members> {
    const { id } = await automations.callOk('POST', '/v1/audiences', { name: 'Everybody' });
    return new Members(automations, id);
  }

  /** Adds one contact or an array of contacts. */
  addContacts(contacts: Fields | readonly Fields[], query = ''): Promise<ApiBody> {
    return this.automations.callOk('POST', `/v1/audiences/${this.audienceId}/contacts${query}`, contacts);
  }

  async findContactId(email: string): Promise<string> {
    const { data } = await this.automations.callOk('GET', `/v1/contacts?email=${encodeURIComponent(email)}`);
    if (data.length !== 1) throw new Error(`${data.length} contacts`);
    return data[0].id;
  }

  async updateContact(email: string, fields: Fields): Promise<ApiBody> {
    return this.automations.callOk('PATCH', `/v1/contacts/${await this.findContactId(email)}`, fields);
  }

  async changeTags(email: string, change: { add?: string[]; remove?: string[] }): Promise<ApiBody> {
    return this.automations.callOk('POST', `/v1/contacts/${await this.findContactId(email)}/tags`, change);
  }

  /** Removes the contact from the audience. */
  async removeFromAudience(email: string): Promise<ApiBody> {
    const path = `/v1/audiences/${this.audienceId}/contacts/${await this.findContactId(email)}`;
    return this.automations.callOk('DELETE', path);
  }

  /** Deletes the contact and all its data. */
  async deleteContact(email: string): Promise<ApiBody> {
    return this.automations.callOk('DELETE', `/v1/contacts/${await this.findContactId(email)}`);
  }
}

/** Returns the address and 30 other addresses, which are more than the API processes during a request. */
export const withManyOthers = (email: string): string[] => [
  email,
  ...Array.from({ length: 30 }, (_, index) => `other-${index}-of-${email}`),
];
