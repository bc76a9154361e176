/** What a worker is started with. `sandbox/bootstrap.cjs` reads it. */
export interface BootstrapData {
  codeDir: string;
  handler: string;
  timeoutMs: number;
  clockOffset: SharedArrayBuffer;
  dnsPort: number;
  addresses: Record<string, number>;
  context: {
    functionName: string;
    functionVersion: string;
    invokedFunctionArn: string;
    memoryLimitInMB: string;
    logGroupName: string;
    logStreamName: string;
  };
}

export type MessageToWorker =
  | { kind: 'invoke'; requestId: string; payload: string }
  | { kind: 'addresses'; addresses: Record<string, number> };

export type MessageFromWorker =
  | { kind: 'ready' }
  | { kind: 'failed-start'; error: FunctionError }
  | { kind: 'done'; payload: string; streamed: boolean }
  | { kind: 'failed'; error: FunctionError };

/** A failed invocation's payload, as Lambda's callers get it. */
export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}
