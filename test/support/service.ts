import { once } from 'node:events';
import { aDomain, aWorkspace } from './factories';
import { DueIndex } from './due-index';
import { allDeadLetters } from './journal';
import { fileDomains, useFileDomain } from './file-domains';
import {
  createDataDir,
  removeDataDir,
  startRuntime,
  type RuntimeDescription,
  type RunningRuntime,
} from './runtime';
import { acquireSharedRuntime } from './shared-runtime';

export interface ApiResponse {
  status: number;
  headers: Headers;
  // The JSON body. Each test asserts the type of the body.
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

/** The maximum duration of one request, in ms. Must be less than five minutes, after which fetch times out. */
const settleTimeoutMs = 4 * 60_000;

/** The whole service in a separate process. */
export class Service {
  /** Messages that reached a dead-letter queue in earlier test files on the same runtime. */
  readonly earlierDeadLetters: readonly string[] = [];

  protected constructor(
    protected readonly runtime: RunningRuntime,
    private readonly suppressedDomainChecks?: DueIndex,
  ) {}

  /**
   * Starts a runtime that is not shared. If the folder has the data of an earlier runtime, the new runtime continues
   * with that data. Background checks of domains are off unless `checksDomains` is set. `codeDir` is the folder of the
   * code, which may be an earlier release.
   */
  static async start(
    dataDir = createDataDir(),
    { checksDomains = false, codeDir = '.' } = {},
  ): Promise<Service> {
    const runtime = await startRuntime(dataDir, codeDir);
    return new Service(runtime, checksDomains ? undefined : await DueIndex.open(dataDir));
  }

  /**
   * Uses a runtime that test files share one after another, with a new workspace that replaces the seeded workspace.
   * Do not call this function in files that kill the runtime or list all its records. Files that move the clock by
   * more than an hour must set `timeTravels`.
   */
  static async startShared({ checksDomains = false, timeTravels = false } = {}): Promise<Service> {
    return SharedService.attach(await acquireSharedRuntime({ timeTravels }), checksDomains);
  }

  get dataDir(): string {
    return this.runtime.dataDir;
  }

  get metadata(): RuntimeDescription {
    return this.runtime.at;
  }

  /** Calls the API with the seeded workspace's key; `key: null` sends no credential. */
  api(
    method: string,
    path: string,
    { key = this.metadata.key, body, raw, headers = {} }: RequestOptions = {},
  ): Promise<ApiResponse> {
    const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
    return request(`${this.metadata.api}${path}`, method, raw ?? body, { ...authorization, ...headers });
  }

  /** Calls the control API and throws if it responds with an error. */
  async control(method: string, path: string, body?: unknown): Promise<ApiResponse['body']> {
    if (method === 'POST' && path === '/clock') await this.suppressedDomainChecks?.removeDomainChecks();
    const result = await request(`${this.metadata.console}/control${path}`, method, body, {});
    if (result.status >= 400)
      throw new Error(`${method} ${path}: ${result.status} ${JSON.stringify(result.body)}`);
    return result.body;
  }

  /**
   * Waits until no function is running and no queue has a message to deliver. Only the time limit of the test bounds
   * the wait.
   */
  async settle(): Promise<void> {
    const requestSettle = () =>
      request(`${this.metadata.console}/control/settle`, 'POST', { timeout_ms: settleTimeoutMs }, {});
    let result = await requestSettle();
    while (result.status === 504) result = await requestSettle();
    if (result.status !== 200)
      throw new Error(`Not settled: ${result.status} ${JSON.stringify(result.body)}`);
  }

  /** Returns the time of the runtime's clock. */
  async now(): Promise<string> {
    return (await this.control('GET', '/clock')).now;
  }

  /** Moves the clock by `ms`, in several requests if necessary, because one request stops after a minute of work. */
  async advance(ms: number): Promise<void> {
    const targetMs = Date.parse(await this.now()) + ms;
    let remainingMs = ms;
    while (remainingMs > 0) {
      const { now } = await this.control('POST', '/clock', { advance_ms: remainingMs });
      remainingMs = targetMs - Date.parse(now);
    }
  }

  async calls(since?: string): Promise<CallRow[]> {
    return (await this.control('GET', `/calls${since ? `?since=${since}` : ''}`)).data;
  }

  async outbox(query = ''): Promise<Record<string, unknown>[]> {
    return (await this.control('GET', `/outbox${query}`)).data;
  }

  /** Returns the output of the process, which contains warnings and errors of functions. */
  output(): string {
    return this.runtime.log.read();
  }

  /** Waits until the output matches. Output can arrive later than the response to the same request. */
  waitForOutput(pattern: RegExp): Promise<void> {
    return this.runtime.log.waitFor(pattern);
  }

  async stop(): Promise<void> {
    const { process } = this.runtime;
    if (process?.exitCode === null && process.signalCode === null) {
      process.kill('SIGTERM');
      await once(process, 'exit');
    }
    removeDataDir(this.runtime);
  }

  /** Kills the process without giving it a chance to write, like a power failure. The data folder remains. */
  async killHard(): Promise<void> {
    const { process } = this.runtime;
    if (!process) throw new Error('Other test files use this runtime');
    process.kill('SIGKILL');
    await once(process, 'exit');
  }
}

/** The view of one test file on a runtime that other test files use earlier and later. */
class SharedService extends Service {
  private readonly dnsNames = new Set<string>();
  override readonly earlierDeadLetters = allDeadLetters(this);

  private constructor(
    runtime: RunningRuntime,
    private readonly startedAt: string,
    suppressedDomainChecks: DueIndex | undefined,
  ) {
    super(runtime, suppressedDomainChecks);
  }

  static async attach({ dataDir, at, log }: RunningRuntime, checksDomains: boolean): Promise<Service> {
    const service = new Service({ dataDir, at, log });
    // A test file that crashed did not reset the runtime.
    await resetRuntime(service);
    const dueIndex = await DueIndex.open(dataDir);
    await dueIndex.removeDomainChecks();
    await dueIndex.removeWork();
    const { now } = await service.control('GET', '/clock');
    const fileDescription = { ...at, ...(await createFileWorkspace(service)) };
    useFileDomain();
    return new SharedService(
      { dataDir, at: fileDescription, log },
      now,
      checksDomains ? undefined : dueIndex,
    );
  }

  override async control(method: string, path: string, body?: unknown): Promise<ApiResponse['body']> {
    if (method === 'PUT' && path.startsWith('/dns/')) this.dnsNames.add(path);
    return super.control(method, path, body);
  }

  /** Returns the AWS calls since this test file began. */
  override calls(since = this.startedAt): Promise<CallRow[]> {
    return super.calls(since);
  }

  /** Returns the emails of the first workspace of this test file, unless the query selects other emails. */
  override async outbox(query = ''): Promise<Record<string, unknown>[]> {
    const params = new URLSearchParams(query);
    if (!['message_id', 'to', 'workspace_id'].some((name) => params.has(name)))
      params.set('workspace_id', this.metadata.workspace.id);
    const mails = await super.outbox(`?${params.toString()}`);
    return mails.filter(({ at }) => String(at) >= this.startedAt);
  }

  /** Resets the runtime for the next test file instead of stopping it. */
  override async stop(): Promise<void> {
    for (const path of this.dnsNames) await this.control('DELETE', path);
    await resetRuntime(this);
  }
}

async function resetRuntime(service: Service): Promise<void> {
  await service.control('DELETE', '/faults');
  const defaultSettings = { auto_delivery: true, max_send_rate: null, max_24_hour_send: null };
  await service.control('PATCH', '/settings', defaultSettings);
  await service.settle();
}

/** Creates a workspace like the seeded workspace, with domains that only this test file uses. */
async function createFileWorkspace(
  service: Service,
): Promise<Pick<RuntimeDescription, 'workspace' | 'key' | 'domains'>> {
  const domains = fileDomains();
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
): Promise<ApiResponse> {
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
