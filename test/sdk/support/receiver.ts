import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { postTo } from './post-to';
import type { RecordedRequest } from './recorder';

/** A program that receives webhooks, in a process of its own. */
export class Receiver {
  port = 0;

  private constructor(
    private readonly process: ChildProcess,
    private readonly parts: string[],
  ) {}

  static async start(file: string, secret: string): Promise<Receiver> {
    // The service's clock is not ours.
    const env = { ...process.env, PORT: '0', WEBHOOK_SECRET: secret, TOLERANCE_SECONDS: 'Infinity' };
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
    const giveUpAt = performance.now() + 60_000;
    while (!this.output().includes(text)) {
      if (this.process.exitCode !== null || performance.now() > giveUpAt)
        throw new Error(`The receiver never said "${text}":\n${this.output()}`);
      await sleep(20);
    }
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
