/** What every stand-in of an AWS service has in common. The HTTP listener is the front's (front/aws-server.ts). */

export type ServiceName =
  'dynamodb' | 'sqs' | 'sns' | 's3' | 'scheduler' | 'sesv2' | 'lambda' | 'kms' | 'cognito';

export interface AwsRequest {
  method: string;
  /** Path without the query string, still percent-encoded. */
  path: string;
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Buffer;
}

/** A request, understood: which operation, on what, and what IAM has to allow for it. */
export interface AwsCall {
  service: ServiceName;
  /** As the SDK's command is called: `SendMessage`, `PutItem`. */
  operation: string;
  /** The name of what the call acts on: a queue, a table, `bucket/key`, a schedule. */
  target: string;
  /** The caller's role must allow each: `{ action: 'sqs:SendMessage', resource: 'arn:aws:sqs:…' }`. */
  needs: { action: string; resource: string; context?: Record<string, string | string[]> }[];
  input: Record<string, unknown>;
}

export interface AwsResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Capacity units that the database counted for this call. */
  capacity?: { read: number; write: number };
}

/** A refusal in AWS's terms; the stand-in renders it in its own protocol. */
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
  /** The operations that it has. */
  readonly operations: readonly string[];
  /** Understands the wire protocol. Throws `AwsError('UnknownOperation')` for an operation it does not have. */
  read(request: AwsRequest): AwsCall;
  /** Carries the call out. What it answers is on disk before it returns. */
  run(call: AwsCall, request: AwsRequest): Promise<AwsResponse>;
  /** The error in the shape that the service's clients expect. */
  renderError(error: AwsError, request: AwsRequest): AwsResponse;
}
