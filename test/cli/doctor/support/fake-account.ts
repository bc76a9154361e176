import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createHealthyState, type AccountState } from './account-state';
import { operationHandlers, type AwsResponse, type AwsCall } from './fake-operations';

/** An AWS account that forwards the operations that the local runtime implements, and fakes all other operations. */
export interface FakeAccount {
  origin: string;
  state: AccountState;
  /** Every operation that the doctor called, in order. */
  requestedOperations: string[];
  /** Restores the initial state and clears the recorded operations. */
  reset: () => void;
  stop: () => Promise<void>;
}

export interface RuntimeAccess {
  api: string;
  aws: { endpoint: string; access_key_id: string };
  workspace: { id: string };
  domains: { transactional: string };
}

export async function startFakeAccount(runtime: RuntimeAccess): Promise<FakeAccount> {
  const server = createServer((request, response) => void serve(account, runtime, request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const initialState = await createHealthyState(runtime, origin);
  const account: FakeAccount = {
    origin,
    state: structuredClone(initialState),
    requestedOperations: [],
    reset: () => {
      account.state = structuredClone(initialState);
      account.requestedOperations = [];
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return account;
}

async function serve(
  account: FakeAccount,
  runtime: RuntimeAccess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = await parseCall(request);
  const { state } = account;
  account.requestedOperations.push(call.operation);
  if (state.unresponsiveOperations.includes(call.operation)) return;
  const { status = 200, headers = {}, body } = await respondTo(state, runtime, call);
  const date = new Date(Date.now() - state.clockSkewMs).toUTCString();
  response.writeHead(status, { ...headers, date }).end(body);
}

function respondTo(
  state: AccountState,
  runtime: RuntimeAccess,
  call: AwsCall,
): Promise<AwsResponse> | AwsResponse {
  if (state.deniedOperations.includes(call.operation))
    return call.refuse('AccessDeniedException', 'not authorized', 403);
  const operation = operationHandlers[call.operation];
  return operation
    ? operation(state, call, () => forwardToRuntime(runtime, call))
    : forwardToRuntime(runtime, call);
}

/** Replaces the access key ID, because the runtime accepts only known IDs. The runtime does not verify signatures. */
async function forwardToRuntime({ aws }: RuntimeAccess, { request, body }: AwsCall): Promise<AwsResponse> {
  const { authorization = '' } = request.headers;
  const headers = new Headers({
    authorization: authorization.replace(/Credential=[^/]+/, `Credential=${aws.access_key_id}`),
  });
  for (const name of ['content-type', 'x-amz-target', 'x-amz-date', 'x-amz-content-sha256']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const response = await fetch(`${aws.endpoint}${request.url}`, {
    method,
    headers,
    ...(hasBody && { body }),
  });
  const forwardedHeaders = ['content-type', 'x-amzn-errortype', 'x-amz-function-error'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    status: response.status,
    headers: Object.fromEntries(forwardedHeaders),
    body: await response.text(),
  };
}

async function parseCall(request: IncomingMessage): Promise<AwsCall> {
  const body = await buffer(request);
  const [, region = '', service = ''] =
    /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
  const target = String(request.headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  const isForm = (request.headers['content-type'] ?? '').includes('x-www-form-urlencoded');
  const form = new URLSearchParams(isForm ? body.toString() : '');
  const name = target || form.get('Action') || `${request.method} ${request.url?.split('?')[0]}`;
  const json: Record<string, unknown> = target
    ? (JSON.parse(body.toString()) as Record<string, unknown>)
    : {};
  return {
    request,
    body,
    form,
    json,
    region,
    operation: `${service}:${name}`,
    refuse: isForm ? refuseInXml : refuseInJson,
  };
}

const refuseInJson: AwsCall['refuse'] = (code, message, status = 400) => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': code },
  body: JSON.stringify({ __type: code, message }),
});

const refuseInXml: AwsCall['refuse'] = (code, message, status = 400) => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
});
