/** How the rest of the runtime starts functions. `function-pool.ts` implements it. */
export interface FunctionRunner {
  /**
   * Runs the function once, in an instance that serves nothing else meanwhile.
   * `payload` is the event as JSON. Never rejects: a crash, a timeout and an oversized payload are outcomes.
   * `onStarted`: an instance is there and runs it. Until then it may wait where on AWS another instance would start.
   */
  invoke(functionName: string, payload: string, onStarted?: () => void): Promise<InvokeOutcome>;
  /** How many invocations run, or wait for an instance. */
  runningCount(): number;
  /** Kills the instance whose access key this is, in mid-run, as a crash does. */
  kill(accessKeyId: string): void;
  /** Who signs with this access key: its function, and the invocation that runs or ran last. */
  caller(accessKeyId: string): Caller | undefined;
  /** Stops every instance at once. Later invocations start cold. */
  restart(): Promise<void>;
}

export interface Caller {
  functionName: string;
  roleArn: string;
  requestId: string;
}

export type InvokeOutcome =
  /** `isStreamed`: the function streams. The payload is then all that it streamed. */
  | { kind: 'response'; requestId: string; payload: string; isStreamed?: boolean }
  | { kind: 'error'; requestId: string; payload: string }
  /** Above 6,291,456 bytes in or 6,291,556 bytes out. */
  | { kind: 'too-large'; requestId: string; direction: 'in' | 'out' };
