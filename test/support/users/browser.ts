import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A response that a browser receives. This browser does not follow redirects. */
export interface BrowserResponse {
  status: number;
  /** The target of a redirect. */
  location: string | undefined;
  /** The Set-Cookie lines. */
  setCookies: string[];
  // The parsed body if the body is JSON. Each test asserts the type.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

interface RequestOptions {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  text?: string;
  headers?: Record<string, string>;
}

/** A user's browser, which stores cookies and sends them with each request. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly service: { metadata: { api: string } }) {}

  /** Sends a request to a path of the API or to a full URL. */
  async request(
    target: string,
    { method = 'GET', body, text: rawBody, headers = {} }: RequestOptions = {},
  ): Promise<BrowserResponse> {
    const url = new URL(target, this.service.metadata.api);
    // `fetch` does not allow a caller to set headers such as `Sec-Fetch-Site`.
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

  /** Sends a request for one of the user's workspaces, as a page of the dashboard does. */
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

  /** Signs in as the user with this address in the user pool. */
  async signIn(email: string): Promise<BrowserResponse> {
    return this.request(await this.getCallbackUrl(email));
  }

  /** Returns the URL to which the user pool redirects the user. */
  async getCallbackUrl(email: string, page = ''): Promise<string> {
    const signInRedirect = await this.request(`/app/sign-in${page && `?to=${encodeURIComponent(page)}`}`);
    const userRedirect = await this.request(
      `${signInRedirect.location}&${new URLSearchParams({ user: email }).toString()}`,
    );
    if (!userRedirect.location)
      throw new Error(
        `The user pool responded with ${userRedirect.status} ${JSON.stringify(userRedirect.body)}`,
      );
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
