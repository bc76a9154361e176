import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** An answer as a browser meets it, which follows no redirect by itself here. */
export interface Met {
  status: number;
  /** Where it leads, if it does. */
  to: string | undefined;
  /** The lines that set cookies. */
  set: string[];
  // The body as JSON, where it is: each test says what it expects of it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

interface Asked {
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
  constructor(private readonly service: { at: { api: string } }) {}

  /** By the path, at the API's address, or by the whole address. */
  async ask(where: string, { method = 'GET', body, text: raw, headers = {} }: Asked = {}): Promise<Met> {
    const url = new URL(where, this.service.at.api);
    // Not by `fetch`: it lets nobody choose who asks.
    const asking = request(url, { method, headers: { ...this.cookieHeader(), ...headers } });
    asking.end(raw ?? (body === undefined ? undefined : JSON.stringify(body)));
    const [answer] = await once(asking, 'response');
    const { statusCode, headers: answered } = answer;
    const set: string[] = answered['set-cookie'] ?? [];
    for (const line of set) this.keep(line);
    return { status: statusCode, to: answered.location, set, body: asJson(await text(answer)) };
  }

  /** From a page of the dashboard, in one of the user's workspaces. */
  asPage(workspaceId: string, method: string, path: string, body?: unknown): Promise<Met> {
    const headers = {
      'Carrier-Nest-Workspace': workspaceId,
      'Sec-Fetch-Site': 'same-origin',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    return this.ask(path, { method, body, headers });
  }

  /** Signs in as this user of the pool. */
  async signIn(email: string): Promise<Met> {
    return this.ask(await this.wayBack(email));
  }

  /** Where the user pool leads somebody back to. */
  async wayBack(email: string, page = ''): Promise<string> {
    const wayThere = await this.ask(`/app/sign-in${page && `?to=${encodeURIComponent(page)}`}`);
    const chosen = await this.ask(`${wayThere.to}&${new URLSearchParams({ user: email })}`);
    if (!chosen.to) throw new Error(`The user pool says ${chosen.status} ${JSON.stringify(chosen.body)}`);
    return chosen.to;
  }

  session(): Promise<Met> {
    return this.ask('/app/session');
  }

  signOut(): Promise<Met> {
    return this.ask('/app/sign-out', { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } });
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    this.cookies.set(name, value);
  }

  private cookieHeader(): Record<string, string> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? { Cookie: pairs.join('; ') } : {};
  }
}

function asJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
