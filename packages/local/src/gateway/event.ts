import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ApiSpec } from '../template/deployment';
import type { Match } from './routes';

export interface EventInput {
  api: ApiSpec;
  message: IncomingMessage;
  /** Path of the request line, without the query. */
  path: string;
  query: string;
  match: Match;
  requestId: string;
  /** Time of the request, by the runtime's clock. */
  receivedAt: number;
  body: Buffer;
}

type MultiValueMap = Record<string, string[]>;

/** The event of a REST API's Lambda proxy integration (payload version 1.0). */
export function proxyEvent(input: EventInput): Record<string, unknown> {
  const { message, match, path, body } = input;
  const headers = headersOf(message);
  const query = queryOf(input.query);
  return {
    resource: match.resource,
    path,
    httpMethod: message.method,
    headers: lastOfEach(headers),
    multiValueHeaders: headers,
    queryStringParameters: nullIfEmpty(lastOfEach(query)),
    multiValueQueryStringParameters: nullIfEmpty(query),
    pathParameters: nullIfEmpty(match.pathParameters),
    stageVariables: null,
    requestContext: requestContext(input),
    body: body.length === 0 ? null : body.toString('utf8'),
    isBase64Encoded: false,
  };
}

function requestContext({
  api,
  message,
  path,
  match,
  requestId,
  receivedAt,
}: EventInput): Record<string, unknown> {
  const host = message.headers.host ?? '';
  return {
    accountId: api.arn.split(':')[4],
    apiId: api.id,
    deploymentId: 'local',
    domainName: host,
    domainPrefix: host.split('.')[0],
    extendedRequestId: randomBytes(11).toString('base64'),
    httpMethod: message.method,
    identity: identityOf(message),
    path,
    protocol: `HTTP/${message.httpVersion}`,
    requestId,
    requestTime: requestTime(receivedAt),
    requestTimeEpoch: receivedAt,
    resourceId: createHash('sha256').update(match.resource).digest('hex').slice(0, 6),
    resourcePath: match.resource,
    stage: api.stageName,
  };
}

function identityOf(message: IncomingMessage): Record<string, string | null> {
  return {
    accessKey: null,
    accountId: null,
    caller: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    sourceIp: message.socket.remoteAddress ?? '127.0.0.1',
    user: null,
    userAgent: message.headers['user-agent'] ?? null,
    userArn: null,
  };
}

/** Headers that API Gateway does not forward: headers about a single connection, and `Content-Length`. */
const droppedHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const forwardedHeaderNames = ['x-forwarded-for', 'x-forwarded-port', 'x-forwarded-proto', 'x-amzn-trace-id'];

function headersOf(message: IncomingMessage): MultiValueMap {
  const headers: MultiValueMap = {};
  for (const [name, value] of pairs(message.rawHeaders)) {
    const lower = name.toLowerCase();
    if (!droppedHeaders.has(lower) && !forwardedHeaderNames.includes(lower))
      appendValue(headers, name, value);
  }
  return { ...headers, ...forwardedHeaders(message) };
}

export function forwardedHeaders(message: IncomingMessage): MultiValueMap {
  const client = message.socket.remoteAddress ?? '127.0.0.1';
  const previousForwardedFor = message.headers['x-forwarded-for'];
  const trace = message.headers['x-amzn-trace-id'];
  return {
    'X-Amzn-Trace-Id': [
      typeof trace === 'string' ? trace : `Root=1-${Date.now().toString(16)}-${randomHex(12)}`,
    ],
    'X-Forwarded-For': [
      typeof previousForwardedFor === 'string' ? `${previousForwardedFor}, ${client}` : client,
    ],
    'X-Forwarded-Port': [String(message.socket.localPort)],
    'X-Forwarded-Proto': ['http'],
  };
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

function* pairs(rawHeaders: string[]): Generator<[string, string]> {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    yield [rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''];
}

function queryOf(query: string): MultiValueMap {
  const lists: MultiValueMap = {};
  for (const [name, value] of new URLSearchParams(query)) appendValue(lists, name, value);
  return lists;
}

function appendValue(lists: MultiValueMap, name: string, value: string): void {
  // Check own properties only, because a parameter can have a name such as `constructor`.
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (list) list.push(value);
  else
    Object.defineProperty(lists, name, {
      value: [value],
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

function lastOfEach(lists: MultiValueMap): Record<string, string> {
  return Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.at(-1) ?? '']));
}

function nullIfEmpty<T extends object>(value: T): T | null {
  return Object.keys(value).length === 0 ? null : value;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `09/Apr/2015:12:34:56 +0000` */
function requestTime(now: number): string {
  const iso = new Date(now).toISOString();
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${iso.slice(11, 19)} +0000`;
}
