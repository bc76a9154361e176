/** The interface of the simulated AWS services. front/aws-server.ts receives the HTTP requests for all services. */

export type ServiceName =
  'dynamodb' | 'sqs' | 'sns' | 's3' | 'scheduler' | 'sesv2' | 'lambda' | 'kms' | 'ssm' | 'cognito';

export interface AwsRequest {
  method: string;
  /** Path without the query string, still percent-encoded. */
  path: string;
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Buffer;
}

/** A parsed request: the operation, its target and the permissions that it needs. */
export interface AwsCall {
  service: ServiceName;
  /** The name of the SDK's command: `SendMessage`, `PutItem`. */
  operation: string;
  /** The name of the queue, table, `bucket/key` or schedule that the call acts on. */
  target: string;
  /** The permissions that the caller's role needs: `{ action: 'sqs:SendMessage', resource: 'arn:aws:sqs:…' }`. */
  needs: { action: string; resource: string; context?: Record<string, string | string[]> }[];
  input: Record<string, unknown>;
}

export interface AwsResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Capacity units that the call consumed. */
  capacity?: { read: number; write: number };
}

/** An error with the code of AWS. Each stand-in renders the error in the protocol of its service. */
export class AwsError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

export interface StandIn {
  readonly service: ServiceName;
  /** The supported operations. */
  readonly operations: readonly string[];
  /** Parses a request. Throws `AwsError('UnknownOperation')` for an unsupported operation. */
  read(request: AwsRequest): AwsCall;
  /** Runs the call. The effects of the call are on disk before the method returns. */
  run(call: AwsCall, request: AwsRequest): Promise<AwsResponse>;
  /** Renders an error in the protocol of the service. */
  renderError(error: AwsError, request: AwsRequest): AwsResponse;
}
