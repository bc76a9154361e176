import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { FunctionSpec } from '../template/deployment';
import { environmentOf, logGroupOf, newCredentials, nodeArgumentsOf } from './environment';
import type { BootstrapData, MessageFromWorker, FunctionError, MessageToWorker } from './messages';
import type { InvokeOptions, InvokeOutcome } from './runner';

/**
 * Lambda allows 10 s to load. Local instances get more time, because they share processors. The function's timeout
 * starts after loading.
 */
const startTimeoutMs = 30_000;
const responseBytesMax = 6_291_556;
const streamedBytesMax = 200 * 1_048_576;

export interface InstanceOptions {
  spec: FunctionSpec;
  region: string;
  awsEndpoint: string;
  clockOffset: SharedArrayBuffer;
  dnsPort: number;
  addresses: Record<string, number>;
  authority: string | undefined;
  extraEnvironment: Record<string, string>;
  onLog: (line: string) => void;
  onReady: () => void;
  onStopped: (instance: Instance) => void;
}

export interface Invocation extends InvokeOptions {
  requestId: string;
  /** The event as JSON. */
  payload: string;
}

interface RunningInvocation extends Pick<Invocation, 'onStarted'> {
  finish: (outcome: InvokeOutcome) => void;
  timer: NodeJS.Timeout;
}

/** An execution environment of a function: a worker thread that runs one invocation at a time. */
export class Instance {
  readonly accessKeyId: string;
  /** Request id of the current or last invocation. */
  requestId = '';
  private readonly worker: Worker;
  readonly spec: FunctionSpec;
  private current: RunningInvocation | undefined;
  isReady = false;
  /** The reason why the worker exits, if it is known before the exit. */
  private cause: FunctionError | undefined;
  private measured: EventLoopUtilization | undefined;

  constructor(private readonly options: InstanceOptions) {
    const credentials = newCredentials();
    this.accessKeyId = credentials.accessKeyId;
    this.spec = options.spec;
    this.worker = startWorker(options, credentials);
    this.worker.on('message', (message: MessageFromWorker) => this.handleMessage(message));
    this.worker.on('error', (error) => this.recordCause(describeCause(error)));
    this.worker.on('exit', (code) => this.handleExit(code));
    for (const stream of [this.worker.stdout, this.worker.stderr]) readLines(stream, options.onLog);
  }

  run({ requestId, payload, onStarted, traceHeader }: Invocation): Promise<InvokeOutcome> {
    this.requestId = requestId;
    const outcome = new Promise<InvokeOutcome>((finish) => {
      this.current = { finish, onStarted, timer: this.armTimeout() };
    });
    if (this.isReady) onStarted?.();
    this.send({ kind: 'invoke', requestId, payload, traceHeader });
    return outcome;
  }

  /** The share of the time since the last call in which the thread was busy or waited for a processor. */
  takeUtilization(): number {
    const previous = this.measured;
    this.measured = this.worker.performance.eventLoopUtilization();
    return previous ? this.worker.performance.eventLoopUtilization(this.measured, previous).utilization : 1;
  }

  updateAddresses(addresses: Record<string, number>): void {
    this.send({ kind: 'addresses', addresses });
  }

  /** Stops the instance immediately. A running invocation ends with an error outcome. */
  async terminate(): Promise<void> {
    // Call `onStopped` first, so that the instance gets no further invocation.
    this.options.onStopped(this);
    await this.worker.terminate();
  }

  private send(message: MessageToWorker): void {
    this.worker.postMessage(message);
  }

  private handleMessage(message: MessageFromWorker): void {
    if (message.kind === 'ready') this.markReady();
    else if (message.kind === 'done') this.finish(this.outcomeOf(message.payload, message.streamed));
    else if (message.kind === 'failed') this.finish(this.errorOutcome(message.error));
    else {
      this.recordCause(message.error);
      void this.terminate();
    }
  }

  private markReady(): void {
    this.isReady = true;
    if (this.current) {
      clearTimeout(this.current.timer);
      this.current.timer = this.armTimeout();
      this.current.onStarted?.();
    }
    this.options.onReady();
  }

  private armTimeout(): NodeJS.Timeout {
    const limitMs = this.isReady ? this.spec.timeoutMs : startTimeoutMs;
    return setTimeout(() => {
      const seconds = (limitMs / 1000).toFixed(2);
      this.recordCause({
        errorType: 'Sandbox.Timedout',
        errorMessage: `RequestId: ${this.requestId} Error: Task timed out after ${seconds} seconds`,
      });
      void this.terminate();
    }, limitMs);
  }

  private outcomeOf(payload: string, streamed: boolean): InvokeOutcome {
    const { requestId } = this;
    const isTooLarge = Buffer.byteLength(payload) > (streamed ? streamedBytesMax : responseBytesMax);
    if (isTooLarge) return { kind: 'too-large', requestId, direction: 'out' };
    return { kind: 'response', requestId, payload, isStreamed: streamed };
  }

  private errorOutcome(error: FunctionError): InvokeOutcome {
    return { kind: 'error', requestId: this.requestId, payload: JSON.stringify(error) };
  }

  private finish(outcome: InvokeOutcome): void {
    const { current } = this;
    this.current = undefined;
    clearTimeout(current?.timer);
    current?.finish(outcome);
  }

  private recordCause(cause: FunctionError): void {
    this.cause ??= cause;
    this.options.onLog(`${cause.errorType}: ${cause.errorMessage}`);
  }

  private handleExit(code: number): void {
    this.options.onStopped(this);
    this.finish(this.errorOutcome(this.cause ?? exitError(this.requestId, code)));
  }
}

function startWorker(options: InstanceOptions, credentials: ReturnType<typeof newCredentials>): Worker {
  const { spec, region, awsEndpoint, extraEnvironment } = options;
  const logStreamName = `[$LATEST]${randomBytes(16).toString('hex')}`;
  const environment = environmentOf(spec, { region, awsEndpoint, credentials, logStreamName });
  return new Worker(join(__dirname, 'sandbox/bootstrap.cjs'), {
    // Debuggers show the name, and benchmarks use it to measure the memory of an instance.
    name: spec.name,
    workerData: bootstrapData(options, logStreamName),
    env: { ...environment, ...extraEnvironment },
    // Set explicitly, so that a function does not inherit the TypeScript loader of this process.
    execArgv: nodeArgumentsOf(spec),
    resourceLimits: { maxOldGenerationSizeMb: spec.memoryMb },
    stdout: true,
    stderr: true,
  });
}

function bootstrapData(options: InstanceOptions, logStreamName: string): BootstrapData {
  const { spec, clockOffset, dnsPort, addresses, authority } = options;
  const { codeDir, handler, timeoutMs } = spec;
  const context = {
    functionName: spec.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: spec.arn,
    memoryLimitInMB: String(spec.memoryMb),
    logGroupName: logGroupOf(spec),
    logStreamName,
  };
  return { codeDir, handler, timeoutMs, clockOffset, dnsPort, addresses, authority, context };
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on('line', onLine);
}

/** The error that ended the worker: an uncaught exception or a lack of memory. */
function describeCause(thrown: unknown): FunctionError {
  if (!isErrorLike(thrown)) return { errorType: typeof thrown, errorMessage: String(thrown) };
  if (thrown.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { errorType: 'Runtime.OutOfMemory', errorMessage: 'Runtime exited with error: signal: killed' };
  }
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] };
}

/** A worker's errors arrive as copies, which are not always an `instanceof Error`. */
function isErrorLike(thrown: unknown): thrown is Error & { code?: unknown } {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown;
}

function exitError(requestId: string, code: number): FunctionError {
  return {
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: exit status ${code}`,
  };
}
