import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** An answer as a browser meets it, which follows no redirect by itself here. */
export interface BrowserResponse {
  status: number;
  /** Where it leads, if it does. */
  location: string | undefined;
  /** The lines that set cookies. */
  setCookies: string[];
  // The body as JSON, where it is: each test says what it expects of it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

interface RequestOptions {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  text?: string;
  headers?: Record<string, string>;
}

/** Somebody's browser: it keeps cookies, and sends them along. */
export class Browser {
  readonly cookies = new Map<string, string>();

  /** Its service. */
  constructor(private readonly service: { metadata: { api: string } }) {}

  /** By the path, at the API's address, or by the whole address. */
  async request(
    target: string,
    { method = 'GET', body, text: rawBody, headers = {} }: RequestOptions = {},
  ): Promise<BrowserResponse> {
    const url = new URL(target, this.service.metadata.api);
    // Not by `fetch`: it lets nobody choose who asks.
    const outgoing = request(url, { method, headers: { ...this.cookieHeader(), ...headers } });
    outgoing.end(rawBody ?? (body === undefined ? undefined : JSON.stringify(body)));
    const [response] = await once(outgoing, 'response');
    const { statusCode, headers: responseHeaders } = response;
    const setCookies: string[] = responseHeaders['set-cookie'] ?? [];
    for (const line of setCookies) this.storeCookie(line);
    return {
      status: statusCode,
      location: responseHeaders.location,
      setCookies,
      body: parseJsonOrText(await text(response)),
    };
  }

  /** From a page of the dashboard, in one of the user's workspaces. */
  requestFromDashboard(
    workspaceId: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<BrowserResponse> {
    const headers = {
      'Carrier-Nest-Workspace': workspaceId,
      'Sec-Fetch-Site': 'same-origin',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    return this.request(path, { method, body, headers });
  }

  /** Signs in as this user of the pool. */
  async signIn(email: string): Promise<BrowserResponse> {
    return this.request(await this.getCallbackUrl(email));
  }

  /** Where the user pool leads somebody back to. */
  async getCallbackUrl(email: string, page = ''): Promise<string> {
    const signInRedirect = await this.request(`/app/sign-in${page && `?to=${encodeURIComponent(page)}`}`);
    const userRedirect = await this.request(
      `${signInRedirect.location}&${new URLSearchParams({ user: email }).toString()}`,
    );
    if (!userRedirect.location)
      throw new Error(`The user pool says ${userRedirect.status} ${JSON.stringify(userRedirect.body)}`);
    return userRedirect.location;
  }

  session(): Promise<BrowserResponse> {
    return this.request('/app/session');
  }

  signOut(): Promise<BrowserResponse> {
    return this.request('/app/sign-out', { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } });
  }

  private storeCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    this.cookies.set(name, value);
  }

  private cookieHeader(): Record<string, string> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? { Cookie: pairs.join('; ') } : {};
  }
}

function parseJsonOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
