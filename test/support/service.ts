import { once } from 'node:events';
import { aDomain, aWorkspace } from './factories';
import { DueIndex } from './due-index';
import { allDeadLetters } from './journal';
import { ownDomains, sendFromOwnDomain } from './own-domains';
import { aDataFolder, removeFolder, startRuntime, type Description, type Running } from './runtime';
import { sharedRuntime } from './shared-runtime';

export interface Answer {
  status: number;
  headers: Headers;
  // The body as JSON: each test says what it expects of it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export interface CallRow {
  at: string;
  function: string;
  request_id: string;
  service: string;
  operation: string;
  target: string;
  read_units: number;
  write_units: number;
  duration_ms: number;
  error: string | null;
}

type RequestOptions = {
  key?: string | null;
  body?: unknown;
  raw?: string | Buffer;
  headers?: Record<string, string>;
};

/** One request waits so long, in ms: fetch gives up on an answer after five minutes. */
const settleMs = 4 * 60_000;

/** The whole service, in a process of its own. */
export class Service {
  /** What files that used the runtime before gave up. */
  readonly earlierDeadLetters: readonly string[] = [];

  protected constructor(
    protected readonly runtime: Running,
    private readonly unwantedChecks?: DueIndex,
  ) {}

  /**
   * Starts a runtime of the caller's own; on a folder of an earlier one it goes on from there. Domains are not checked
   * in the background, unless a file is about that.
   */
  static async start(dataDir = aDataFolder(), { checksDomains = false } = {}): Promise<Service> {
    const runtime = await startRuntime(dataDir);
    return new Service(runtime, checksDomains ? undefined : await DueIndex.of(dataDir));
  }

  /**
   * The runtime that test files use one after another, with a workspace of this file's own in place of the seeded
   * one. Not for files that kill it or ask for all that there is, nor, unless it `travels`, for those that move its
   * clock by more than an hour.
   */
  static async shared({ checksDomains = false, travels = false } = {}): Promise<Service> {
    return SharedService.begin(await sharedRuntime({ travels }), checksDomains);
  }

  get dataDir(): string {
    return this.runtime.dataDir;
  }

  get at(): Description {
    return this.runtime.at;
  }

  /** Calls the API with the seeded workspace's key; `key: null` sends no credential. */
  api(
    method: string,
    path: string,
    { key = this.at.key, body, raw, headers = {} }: RequestOptions = {},
  ): Promise<Answer> {
    const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
    return request(`${this.at.api}${path}`, method, raw ?? body, { ...authorization, ...headers });
  }

  /** Calls the control API. Throws when it refuses. */
  async control(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    if (method === 'POST' && path === '/clock') await this.unwantedChecks?.forgetDomainChecks();
    const answer = await request(`${this.at.console}/control${path}`, method, body, {});
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Waits until nothing runs and no message waits to be handled; how long that may take, the test's own limit says. */
  async settle(): Promise<void> {
    const settled = () => request(`${this.at.console}/control/settle`, 'POST', { timeout_ms: settleMs }, {});
    let answer = await settled();
    while (answer.status === 504) answer = await settled();
    if (answer.status !== 200)
      throw new Error(`Not settled: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** The time of the runtime's clock. */
  async now(): Promise<string> {
    return (await this.control('GET', '/clock')).now;
  }

  /** Moves the clock by so much, in as many moves as it takes: one gives up after a minute of work. */
  async advance(ms: number): Promise<void> {
    const instant = Date.parse(await this.now()) + ms;
    let leftMs = ms;
    while (leftMs > 0) {
      const { now } = await this.control('POST', '/clock', { advance_ms: leftMs });
      leftMs = instant - Date.parse(now);
    }
  }

  async calls(since?: string): Promise<CallRow[]> {
    return (await this.control('GET', `/calls${since ? `?since=${since}` : ''}`)).data;
  }

  async outbox(query = ''): Promise<Record<string, unknown>[]> {
    return (await this.control('GET', `/outbox${query}`)).data;
  }

  /** What the process printed: functions' warnings and errors. */
  output(): string {
    return this.runtime.log.read();
  }

  /** Waits until the process has printed this: it comes by another way than the answers do. */
  printed(pattern: RegExp): Promise<void> {
    return this.runtime.log.until(pattern);
  }

  async stop(): Promise<void> {
    const { process } = this.runtime;
    if (process?.exitCode === null && process.signalCode === null) {
      process.kill('SIGTERM');
      await once(process, 'exit');
    }
    removeFolder(this.runtime);
  }

  /** As a power cut would: nothing gets a chance to be written. The data folder stays. */
  async killHard(): Promise<void> {
    const { process } = this.runtime;
    if (!process) throw new Error('Other test files use this runtime');
    process.kill('SIGKILL');
    await once(process, 'exit');
  }
}

/** What one test file does with a runtime that others use before and after it. */
class SharedService extends Service {
  private readonly dnsNames = new Set<string>();
  override readonly earlierDeadLetters = allDeadLetters(this);

  private constructor(
    runtime: Running,
    private readonly begunAt: string,
    unwantedChecks: DueIndex | undefined,
  ) {
    super(runtime, unwantedChecks);
  }

  static async begin({ dataDir, at, log }: Running, checksDomains: boolean): Promise<Service> {
    const service = new Service({ dataDir, at, log });
    // A file that crashed has left things as they were.
    await tidyUp(service);
    const due = await DueIndex.of(dataDir);
    await due.forgetDomainChecks();
    await due.forgetWork();
    const { now } = await service.control('GET', '/clock');
    const own = { ...at, ...(await aHome(service)) };
    sendFromOwnDomain();
    return new SharedService({ dataDir, at: own, log }, now, checksDomains ? undefined : due);
  }

  override async control(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    if (method === 'PUT' && path.startsWith('/dns/')) this.dnsNames.add(path);
    return super.control(method, path, body);
  }

  /** The calls since this file began. */
  override calls(since = this.begunAt): Promise<CallRow[]> {
    return super.calls(since);
  }

  /** The mail of this file: that of its first workspace, unless it asks for other mail. */
  override async outbox(query = ''): Promise<Record<string, unknown>[]> {
    const asked = new URLSearchParams(query);
    if (!['message_id', 'to', 'workspace_id'].some((name) => asked.has(name)))
      asked.set('workspace_id', this.at.workspace.id);
    const mails = await super.outbox(`?${asked}`);
    return mails.filter(({ at }) => String(at) >= this.begunAt);
  }

  /** The runtime goes on, and the next file finds it as this one did. */
  override async stop(): Promise<void> {
    for (const path of this.dnsNames) await this.control('DELETE', path);
    await tidyUp(this);
  }
}

async function tidyUp(service: Service): Promise<void> {
  await service.control('DELETE', '/faults');
  const usual = { auto_delivery: true, max_send_rate: null, max_24_hour_send: null };
  await service.control('PATCH', '/settings', usual);
  await service.settle();
}

/** A workspace like the seeded one, with domains that nobody else has. */
async function aHome(service: Service): Promise<Pick<Description, 'workspace' | 'key' | 'domains'>> {
  const domains = ownDomains();
  const { id, name, key } = await aWorkspace(service, {
    name: 'Local',
    postal_address: 'Carrier Nest, 1 Loopback Lane, Localhost',
  });
  for (const risk_class of ['transactional', 'marketing'] as const)
    await aDomain(service, id, { domain: domains[risk_class], risk_class });
  return { workspace: { id, name }, key, domains };
}

async function request(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
