/** The `workerData` of an instance, which `sandbox/bootstrap.cjs` reads. */
export interface BootstrapData {
  codeDir: string;
  handler: string;
  timeoutMs: number;
  clockOffset: SharedArrayBuffer;
  dnsPort: number;
  addresses: Record<string, number>;
  /** The certificate of the runtime's authority, as PEM. */
  authority: string | undefined;
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
  | { kind: 'invoke'; requestId: string; payload: string; traceHeader: string | undefined }
  | { kind: 'addresses'; addresses: Record<string, number> };

export type MessageFromWorker =
  | { kind: 'ready' }
  | { kind: 'failed-start'; error: FunctionError }
  | { kind: 'done'; payload: string; streamed: boolean }
  | { kind: 'failed'; error: FunctionError };

/** The payload of a failed invocation, as Lambda returns it to callers. */
export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}
