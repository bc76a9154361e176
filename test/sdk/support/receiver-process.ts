import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { postTo } from './post-to';
import type { RecordedRequest } from './recording-proxy';
import { waitUntil } from '../../support/wait-until';

/** Runs a webhook receiver in a separate process. */
export class ReceiverProcess {
  port = 0;

  private constructor(
    private readonly process: ChildProcess,
    private readonly outputChunks: string[],
  ) {}

  /**
   * Starts a receiver. The clock of the service differs from the real time, so the receiver accepts signatures of any
   * time unless `settings` makes it use the clock of the service.
   */
  static async start(
    file: string,
    secret: string,
    settings: Record<string, string> = { TOLERANCE_SECONDS: 'Infinity' },
  ): Promise<ReceiverProcess> {
    const env = { ...process.env, PORT: '0', WEBHOOK_SECRET: secret, ...settings };
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const outputChunks: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => outputChunks.push(chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => outputChunks.push(chunk.toString()));
    const receiver = new ReceiverProcess(child, outputChunks);
    await receiver.waitForOutput('listening on ');
    receiver.port = Number(/listening on (\d+)/.exec(receiver.output())?.[1]);
    return receiver;
  }

  output(): string {
    return this.outputChunks.join('');
  }

  /** Waits until the process has printed this text. */
  async waitForOutput(text: string): Promise<void> {
    const [hasPrinted, hasEnded] = [() => this.output().includes(text), () => this.process.exitCode !== null];
    const timeoutMessage = () => `The receiver never printed "${text}":\n${this.output()}`;
    await waitUntil(() => hasPrinted() || hasEnded(), timeoutMessage);
    if (!hasPrinted()) throw new Error(timeoutMessage());
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
