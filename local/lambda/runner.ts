/** How the rest of the runtime starts functions; `pool.ts` implements it. */
export interface FunctionRunner {
  /**
   * Runs the function once, in an instance that serves nothing else meanwhile.
   * `payload` is the event as JSON. Never rejects: a crash, a timeout and an oversized payload are outcomes.
   */
  invoke(functionName: string, payload: string): Promise<InvokeOutcome>;
  /** How many invocations run now. */
  running(): number;
  /** Kills the instance whose access key this is, in mid-run, as a crash does. */
  kill(accessKeyId: string): void;
  /** Who signs with this access key: its function and what it runs at this moment. */
  caller(accessKeyId: string): Caller | undefined;
  /** Stops every instance at once; later invocations start cold. */
  restart(): Promise<void>;
}

export interface Caller {
  functionName: string;
  roleArn: string;
  requestId: string;
}

export type InvokeOutcome =
  /** `isStreamed`: by a function that streams; the payload is then the whole of it. */
  | { kind: 'answer'; requestId: string; payload: string; isStreamed?: boolean }
  | { kind: 'error'; requestId: string; payload: string }
  /** Above 6,291,456 bytes in or 6,291,556 bytes out. */
  | { kind: 'too-large'; requestId: string; direction: 'in' | 'out' };
