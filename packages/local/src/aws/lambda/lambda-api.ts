import type { FunctionRunner, InvokeOutcome } from '../../lambda/runner';
import type { FunctionSpec } from '../../template/deployment';
import { type AwsResponse, type AwsCall, AwsError, type AwsRequest, type StandIn } from '../stand-in';

const eventBytesMax = 1_048_576;
const payloadBytesMax = 6_291_456;

export interface LambdaApiOptions {
  functions: FunctionSpec[];
  runner: Pick<FunctionRunner, 'invoke'>;
  events: { accept(functionName: string, payload: string): void };
}

/** The Lambda API, through which one function invokes another. */
export class LambdaApi implements StandIn {
  readonly service = 'lambda';
  readonly operations = ['Invoke'];

  constructor(private readonly options: LambdaApiOptions) {}

  read(request: AwsRequest): AwsCall {
    const path = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(request.path);
    if (request.method !== 'POST' || !path?.[1]) {
      throw new AwsError(
        'UnknownOperation',
        `The local Lambda does not support ${request.method} ${request.path}`,
      );
    }
    const { name, arn } = this.find(decodeURIComponent(path[1]));
    return {
      service: 'lambda',
      operation: 'Invoke',
      target: name,
      needs: [{ action: 'lambda:InvokeFunction', resource: arn }],
      input: {
        FunctionName: name,
        InvocationType: request.headers['x-amz-invocation-type'] ?? 'RequestResponse',
      },
    };
  }

  async run(call: AwsCall, request: AwsRequest): Promise<AwsResponse> {
    const payload = readPayload(request.body);
    const { InvocationType: type } = call.input;
    if (type === 'Event') return this.accept(call.target, payload);
    if (type !== 'RequestResponse') {
      throw new AwsError(
        'UnknownOperation',
        `The local Lambda does not support the invocation type ${String(type)}`,
      );
    }
    return toAwsResponse(await this.options.runner.invoke(call.target, payload));
  }

  renderError(error: AwsError): AwsResponse {
    const body = { Type: error.status < 500 ? 'User' : 'Service', Message: error.message, ...error.extra };
    return {
      status: error.status,
      headers: { 'content-type': 'application/json', 'x-amzn-errortype': error.code },
      body: JSON.stringify(body),
    };
  }

  private find(reference: string): FunctionSpec {
    const name = functionNameOf(reference);
    const spec = this.options.functions.find((candidate) => candidate.name === name);
    if (!spec) throw new AwsError('ResourceNotFoundException', `Function not found: ${reference}`, 404);
    return spec;
  }

  private accept(functionName: string, payload: string): AwsResponse {
    if (Buffer.byteLength(payload) > eventBytesMax) throw tooLarge(eventBytesMax);
    this.options.events.accept(functionName, payload);
    return { status: 202 };
  }
}

/** `name`, `name:qualifier`, `account:function:name` or an ARN. */
function functionNameOf(reference: string): string {
  const parts = reference.split(':');
  return (parts.includes('function') ? parts[parts.indexOf('function') + 1] : parts[0]) ?? '';
}

function readPayload(body: Buffer): string {
  if (body.length > payloadBytesMax) throw tooLarge(payloadBytesMax);
  const payload = body.toString('utf8') || '{}';
  try {
    JSON.parse(payload);
  } catch (error) {
    throw new AwsError(
      'InvalidRequestContentException',
      `Could not parse request body into json: ${String(error)}`,
    );
  }
  return payload;
}

function toAwsResponse(outcome: InvokeOutcome): AwsResponse {
  const headers = {
    'content-type': 'application/json',
    'x-amzn-requestid': outcome.requestId,
    'x-amz-executed-version': '$LATEST',
  };
  if (outcome.kind === 'response') return { status: 200, headers, body: outcome.payload };
  if (outcome.kind === 'too-large' && outcome.direction === 'in') throw tooLarge(payloadBytesMax);

  const body = outcome.kind === 'error' ? outcome.payload : responseTooLarge;
  return { status: 200, headers: { ...headers, 'x-amz-function-error': 'Unhandled' }, body };
}

const responseTooLarge = JSON.stringify({
  errorType: 'Function.ResponseSizeTooLarge',
  errorMessage: 'Response payload size exceeded maximum allowed payload size (6291556 bytes).',
});

function tooLarge(bytesMax: number): AwsError {
  const message = `Request must be smaller than ${bytesMax} bytes for the InvokeFunction operation`;
  return new AwsError('RequestTooLargeException', message, 413);
}
