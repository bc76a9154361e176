import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { postTo } from './post-to';
import type { RecordedRequest } from './recorder';
import { until } from '../../support/until';

/** A program that receives webhooks, in a process of its own. */
export class Receiver {
  port = 0;

  private constructor(
    private readonly process: ChildProcess,
    private readonly parts: string[],
  ) {}

  /** Unless it is told of the service's clock, which is not that of the world, it takes signatures of any time. */
  static async start(
    file: string,
    secret: string,
    settings: Record<string, string> = { TOLERANCE_SECONDS: 'Infinity' },
  ): Promise<Receiver> {
    const env = { ...process.env, PORT: '0', WEBHOOK_SECRET: secret, ...settings };
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parts: string[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part.toString()));
    child.stderr.on('data', (part: Buffer) => parts.push(part.toString()));
    const receiver = new Receiver(child, parts);
    await receiver.said('listening on ');
    receiver.port = Number(/listening on (\d+)/.exec(receiver.output())?.[1]);
    return receiver;
  }

  output(): string {
    return this.parts.join('');
  }

  /** Waits until it has printed this. */
  async said(text: string): Promise<void> {
    const [hasSaid, hasEnded] = [() => this.output().includes(text), () => this.process.exitCode !== null];
    const complaint = () => `The receiver never said "${text}":\n${this.output()}`;
    await until(() => hasSaid() || hasEnded(), complaint);
    if (!hasSaid()) throw new Error(complaint());
  }

  post(request: RecordedRequest): Promise<number> {
    return postTo(this.port, request);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    this.process.kill();
    await once(this.process, 'exit');
  }
}
