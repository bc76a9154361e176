import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { portOf } from '../../machine/ports';
import { checkStandIn } from '../models/check-stand-in';
import { AwsError, type AwsResponse, type AwsRequest, type ServiceName, type StandIn } from '../stand-in';
import { identifyCaller } from './caller';
import { toAwsError, handleCall, type CallContext } from './handle-call';
import { readCredential, readRequest } from './read-request';

export interface AwsServerOptions extends CallContext {
  /** Default: a free port. */
  port?: number;
  standIns: StandIn[];
  /**
   * Access keys of callers other than functions, with the caller's role. Null is the operator, who may make every call.
   */
  trustedKeys: Map<string, string | null>;
}

export interface AwsServer {
  /** `http://127.0.0.1:PORT`, the `AWS_ENDPOINT_URL` of every function. */
  origin: string;
  stop(): Promise<void>;
}

/** Starts the endpoint of all AWS services. The signature of a request names the service. */
export async function startAwsServer(
  options: Omit<AwsServerOptions, 'onError'> & Partial<AwsServerOptions>,
): Promise<AwsServer> {
  const ctx = { onError: (error: unknown) => console.error(error), ...options };
  const standIns = new Map(options.standIns.map((standIn) => [standIn.service, checkStandIn(standIn)]));

  const server = createServer(
    { maxHeaderSize: 64 * 1024, keepAliveTimeout: 120_000 },
    (message, response) => {
      handleMessage(ctx, standIns, message, response).catch((error: unknown) => {
        // An incomplete request is not an error, because a function may be killed while it sends a request.
        if (message.complete) ctx.onError(error);
        response.destroy();
      });
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type ServerContext = CallContext & Pick<AwsServerOptions, 'trustedKeys'>;

async function handleMessage(
  ctx: ServerContext,
  standIns: Map<ServiceName, StandIn>,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await readRequest(message);
  const result = await handleRequest(ctx, standIns, request);
  if (!result) {
    closeConnectionLater(response);
    return;
  }
  if (response.destroyed) return;

  response.writeHead(result.status, {
    'x-amzn-requestid': randomUUID(),
    // The date is from the runtime's clock. With any other time, the SDK assumes clock skew and retries each refused
    // call.
    date: new Date(ctx.clock.now()).toUTCString(),
    'content-length': Buffer.byteLength(result.body ?? ''),
    ...result.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : result.body);
}

/** Waits a second, because the SDK of a function that is still being killed would retry after a closed connection. */
function closeConnectionLater(response: ServerResponse): void {
  const timer = setTimeout(() => response.destroy(), 1000);
  response.once('close', () => clearTimeout(timer));
}

async function handleRequest(
  ctx: ServerContext,
  standIns: Map<ServiceName, StandIn>,
  request: AwsRequest,
): Promise<AwsResponse | undefined> {
  const credential = readCredential(request);
  const standIn = credential?.service && standIns.get(credential.service);
  if (!credential) return genericErrorResponse('MissingAuthenticationToken', 'The request has no signature');
  if (!standIn)
    return genericErrorResponse('UnknownOperation', 'The local runtime does not simulate this AWS service');

  const caller = identifyCaller(credential.accessKeyId, ctx.runner, ctx.trustedKeys);
  if (!caller) return standIn.renderError(unknownKeyError(standIn.service), request);
  if (caller.kind === 'operator') return runUnauthorized(ctx, standIn, request);
  return handleCall(ctx, { request, standIn, caller, accessKeyId: credential.accessKeyId });
}

async function runUnauthorized(
  ctx: ServerContext,
  standIn: StandIn,
  request: AwsRequest,
): Promise<AwsResponse> {
  try {
    return await standIn.run(standIn.read(request), request);
  } catch (error) {
    return standIn.renderError(toAwsError(error, ctx.onError), request);
  }
}

const unknownKeyNames: Partial<Record<ServiceName, string>> = {
  s3: 'InvalidAccessKeyId',
  sqs: 'InvalidClientTokenId',
  sns: 'InvalidClientTokenId',
};

function unknownKeyError(service: ServiceName): AwsError {
  const code = unknownKeyNames[service] ?? 'UnrecognizedClientException';
  return new AwsError(code, 'The security token included in the request is invalid.', 403);
}

/** An error response for a request whose service, and therefore protocol, is unknown. */
function genericErrorResponse(code: string, message: string): AwsResponse {
  return {
    status: 403,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': code },
    body: JSON.stringify({ __type: code, message }),
  };
}
