import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What `runtime.json` says. */
interface Description {
  api: string;
  console: string;
  smtp: { host: string; port: number };
  workspace: { id: string; name: string };
  key: string;
  domains: { transactional: string; marketing: string };
}

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

/** The whole service in a process of its own, on a data folder of its own. */
export class Service {
  private constructor(
    readonly dataDir: string,
    readonly at: Description,
    private readonly process: ChildProcess,
    private readonly said: string[],
  ) {}

  /** Starts the runtime; on a folder of an earlier one it goes on from there. */
  static async start(dataDir = aNewFolder()): Promise<Service> {
    try {
      return await Service.startOnce(dataDir);
    } catch (error) {
      // Between its choice of a free port and its use of it, another program took it.
      if (!/EADDRINUSE|is in use/.test(String(error))) throw error;
      return Service.startOnce(dataDir);
    }
  }

  private static async startOnce(dataDir: string): Promise<Service> {
    rmSync(join(dataDir, 'runtime.json'), { force: true });
    const ports = ['--port', '0', '--console-port', '0', '--smtp-port', '0'];
    const args = ['--import', 'tsx', 'local/main.ts', ...ports, '--data', dataDir];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: string[] = [];
    child.stdout.on('data', (part: Buffer) => said.push(part.toString()));
    child.stderr.on('data', (part: Buffer) => said.push(part.toString()));
    await untilReady(child, said);
    const description = JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as Description;
    return new Service(dataDir, description, child, said);
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
    const answer = await request(`${this.at.console}/control${path}`, method, body, {});
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Waits until nothing runs and no message waits to be handled; how long that may take, the test's own limit says. */
  async settle(): Promise<void> {
    await this.control('POST', '/settle', { timeout_ms: 600_000 });
  }

  /** Moves the clock by so much, in as many moves as it takes: one gives up after a minute of work. */
  async advance(ms: number): Promise<void> {
    const instant = Date.parse((await this.control('GET', '/clock')).now) + ms;
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
    return this.said.join('');
  }

  /** Waits until the process has printed this: it comes by another way than the answers do. */
  async printed(pattern: RegExp): Promise<void> {
    const giveUpAt = performance.now() + 20_000;
    while (!pattern.test(this.output()))
      if (performance.now() < giveUpAt) await sleep(20);
      else throw new Error(`Never printed: ${pattern}`);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill('SIGTERM');
      await once(this.process, 'exit');
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** As a power cut would: nothing gets a chance to be written. The data folder stays. */
  async killHard(): Promise<void> {
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
  }
}

/** The clock of a service in this folder starts so far ahead of the machine's. */
export function keepOffset(dataDir: string, offsetMs: number): void {
  appendFileSync(join(dataDir, 'clock.jsonl'), `${JSON.stringify(['offsetMs', offsetMs])}\n`);
}

/** Its clock shows the morning of a tenth: no test meets the end of a day or of a month unawares. */
function aNewFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'carrier-nest-'));
  const [now, today] = [Date.now(), new Date()];
  const mornings = [0, 1].map((months) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 10, 8),
  );
  keepOffset(dataDir, (mornings.find((morning) => morning > now) ?? now) - now);
  return dataDir;
}

async function untilReady(child: ChildProcess, said: readonly string[]): Promise<void> {
  const giveUpAt = performance.now() + 120_000;
  while (!said.join('').includes('Carrier Nest is running')) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`The runtime did not start:\n${said.join('')}`);
    await sleep(20);
  }
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
