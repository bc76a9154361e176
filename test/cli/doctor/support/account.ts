import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { healthy, type AccountState } from './account-state';
import { operations, type Answer, type Asked } from './operations';

/** A deployed account, as far as the doctor asks it. What the local runtime has, it answers. */
export interface Account {
  origin: string;
  /** What a test changes. */
  state: AccountState;
  /** Every operation that was asked for, in order. */
  asked: string[];
  /** As it was at first. */
  reset: () => void;
  stop: () => Promise<void>;
}

export interface Behind {
  api: string;
  aws: { endpoint: string; access_key_id: string };
}

export async function startAccount(runtime: Behind): Promise<Account> {
  const server = createServer((request, response) => void serve(account, runtime, request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const atFirst = await healthy(runtime, origin);
  const account: Account = {
    origin,
    state: structuredClone(atFirst),
    asked: [],
    reset: () => {
      account.state = structuredClone(atFirst);
      account.asked = [];
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
  account: Account,
  runtime: Behind,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await read(request);
  const { state } = account;
  account.asked.push(asked.operation);
  if (state.silent.includes(asked.operation)) return;
  const { status = 200, headers = {}, body } = await answerOf(state, runtime, asked);
  const date = new Date(Date.now() - state.callerIsAheadMs).toUTCString();
  response.writeHead(status, { ...headers, date }).end(body);
}

function answerOf(state: AccountState, runtime: Behind, asked: Asked): Promise<Answer> | Answer {
  if (state.denied.includes(asked.operation))
    return asked.refuse('AccessDeniedException', 'not authorized', 403);
  const operation = operations[asked.operation];
  return operation ? operation(state, asked, () => forward(runtime, asked)) : forward(runtime, asked);
}

/** The runtime does not look at the signature, but at whose key it is. */
async function forward({ aws }: Behind, { request, body }: Asked): Promise<Answer> {
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
  const answer = await fetch(`${aws.endpoint}${request.url}`, { method, headers, ...(hasBody && { body }) });
  const passed = ['content-type', 'x-amzn-errortype', 'x-amz-function-error'].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: answer.status, headers: Object.fromEntries(passed), body: await answer.text() };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const body = await buffer(request);
  const [, service = ''] =
    /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
  const target = String(request.headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  const isForm = String(request.headers['content-type'] ?? '').includes('x-www-form-urlencoded');
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
    operation: `${service}:${name}`,
    refuse: isForm ? refuseInXml : refuseInJson,
  };
}

const refuseInJson: Asked['refuse'] = (code, message, status = 400) => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': code },
  body: JSON.stringify({ __type: code, message }),
});

const refuseInXml: Asked['refuse'] = (code, message, status = 400) => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
});
