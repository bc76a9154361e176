/** The interface through which the runtime invokes functions. `function-pool.ts` implements it. */
export interface FunctionRunner {
  /**
   * Runs the function once, in an instance that runs no other invocation at that time. `payload` is the event as JSON.
   * Never rejects, because a crash, a timeout and an oversized payload are outcomes.
   */
  invoke(functionName: string, payload: string, options?: InvokeOptions): Promise<InvokeOutcome>;
  /** The number of invocations that run or wait for an instance, except those that wait for a client. */
  runningCount(): number;
  /** Whether the instances use all processors, so that another invocation would only delay the running ones. */
  isBusy(): boolean;
  /** Kills the instance with this access key immediately, as in a crash. */
  kill(accessKeyId: string): void;
  /** The function with this access key, and its current or last invocation. */
  caller(accessKeyId: string): Caller | undefined;
  /** Stops all instances immediately. Later invocations are cold starts. */
  restart(): Promise<void>;
}

export interface InvokeOptions {
  /**
   * Called when an instance starts the invocation. Before that, the invocation may wait in cases where AWS would start
   * another instance.
   */
  onStarted?: (() => void) | undefined;
  /** Whether the function waits for events on behalf of a client, so that the runtime is idle meanwhile. */
  isWaiting?: boolean;
  /** The chain of invocations that led to this invocation (lineage.ts). */
  traceHeader?: string | undefined;
}

export interface Caller {
  functionName: string;
  roleArn: string;
  requestId: string;
}

export type InvokeOutcome =
  /** If `isStreamed` is true, the function streams its response, and the payload is the complete stream. */
  | { kind: 'response'; requestId: string; payload: string; isStreamed?: boolean }
  | { kind: 'error'; requestId: string; payload: string }
  /** The event (`in`) is larger than 6,291,456 bytes, or the response (`out`) is larger than 6,291,556 bytes. */
  | { kind: 'too-large'; requestId: string; direction: 'in' | 'out' };
