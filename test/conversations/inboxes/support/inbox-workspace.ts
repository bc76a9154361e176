import type { ApiResponse, Service } from '../../../support/service';
import { createTestWorkspace, type TestWorkspace } from '../../../support/test-workspace';
import { receiveInboundMail, threadsOf } from '../../../support/inbound-mails';
import type { MailParts } from '../../../support/inbound-mail';

type Body = ApiResponse['body'];
type Fields = Record<string, unknown>;

export const limitedScopes = [
  'emails:send',
  'emails:read',
  'threads:read',
  'templates:read',
  'webhooks:read',
];

/** A workspace with two inboxes, each with a limited key, and an address without an inbox. */
export class InboxWorkspace {
  private constructor(
    readonly workspace: TestWorkspace,
    /** The inbox of most tests, with its key. */
    readonly own: Body,
    readonly other: Body,
  ) {}

  static async create(service: Service, key: Fields = {}): Promise<InboxWorkspace> {
    const workspace = await createTestWorkspace(service);
    const create = async (username: string): Promise<Body> => {
      const body = { username, display_name: `The ${username}`, key: { scopes: limitedScopes, ...key } };
      const response = await workspace.api('POST', '/v1/inboxes', body);
      if (response.status !== 201) throw new Error(`No inbox: ${JSON.stringify(response.body)}`);
      return response.body;
    };
    return new InboxWorkspace(workspace, await create('own'), await create('other'));
  }

  /** Calls the API with the limited key of the inbox. */
  api(method: string, path: string, body?: unknown, inbox = this.own): Promise<ApiResponse> {
    return this.workspace.api(method, path, body, inbox.key.key);
  }

  /** Sends with the limited key of the inbox, by default from the inbox. */
  send(overrides: Fields = {}, inbox = this.own): Promise<ApiResponse> {
    return this.workspace.send({ from: inbox.address, ...overrides }, inbox.key.key);
  }

  /** Delivers a message to the address and returns its thread, which is the one with the latest message. */
  async receive(address: string | readonly string[], parts: MailParts = {}): Promise<Body> {
    const [to] = [address].flat();
    await receiveInboundMail(this.workspace, { ...(to && { to }), ...parts }, { recipients: address });
    const [thread] = await threadsOf(this.workspace, '?limit=1');
    return this.workspace.getThread(thread.id);
  }
}
