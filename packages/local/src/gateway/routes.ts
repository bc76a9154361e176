import { z } from 'zod';
import type { ApiSpec } from '../template/deployment';
import type { HttpResponse } from './gateway-response';
import { requiredHeadersOf } from './request-validator';
import { fixedHeaders } from '../template/fixed-headers';

const Integration = z.object({
  type: z.string(),
  uri: z.string(),
  timeoutInMillis: z.number().optional(),
  credentials: z.string().optional(),
  responseTransferMode: z.enum(['BUFFERED', 'STREAM']).optional(),
});
const Operation = z.object({ 'x-amazon-apigateway-integration': Integration });
const Mock = z.object({
  type: z.literal('mock'),
  responses: z.object({
    default: z.object({
      statusCode: z.coerce.number(),
      responseTemplates: z.object({ 'application/json': z.string() }),
      responseParameters: z.record(z.string(), z.string()).default({}),
    }),
  }),
});
const MockOperation = z.object({ 'x-amazon-apigateway-integration': Mock });
const Paths = z.record(z.string(), z.record(z.string(), z.unknown()));

/** The function that handles a method of a resource. */
export interface Target {
  functionName: string;
  timeoutMs: number;
  /** The role under which the gateway invokes the function. If undefined, the function's permissions apply. */
  credentials: string | undefined;
  /** Whether the function streams its response. */
  streams: boolean;
  /** The headers without which the gateway refuses the request, in lower case. */
  requiredHeaders: string[];
}

export interface Match {
  /** The resource: `/v1/emails/{id}`. */
  resource: string;
  /** Percent-encoded, because a REST API does not decode path parameters. */
  pathParameters: Record<string, string>;
  target: Target | HttpResponse | undefined;
}

interface Node {
  literals: Map<string, Node>;
  parameter?: { name: string; node: Node };
  greedy?: { name: string; node: Node };
  resource?: string;
  targets: Map<string, Target | HttpResponse>;
}

const anyMethod = 'x-amazon-apigateway-any-method';
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', anyMethod];

/** The resources and methods of the OpenAPI body, as a tree of path segments. */
export class Routes {
  private readonly root = newNode();

  constructor(body: ApiSpec['body']) {
    for (const [path, item] of Object.entries(Paths.parse(body['paths'] ?? {}))) {
      const node = this.insert(path);
      for (const method of methods) {
        if (item[method] !== undefined)
          node.targets.set(method, readTarget(body, path, method, item[method]));
      }
    }
  }

  /** The most specific resource for the path. If that resource lacks the method, no other resource is tried. */
  find(method: string, path: string): Match | undefined {
    const segments = splitPath(path);
    const parameters: Record<string, string> = {};
    const node = walk(this.root, segments, 0, parameters);
    if (node?.resource === undefined) return undefined;
    const target = node.targets.get(method.toLowerCase()) ?? node.targets.get(anyMethod);
    return { resource: node.resource, pathParameters: parameters, target };
  }

  private insert(path: string): Node {
    let node = this.root;
    for (const segment of splitPath(path)) node = child(node, segment);
    node.resource = path;
    return node;
  }
}

function newNode(): Node {
  return { literals: new Map(), targets: new Map() };
}

function child(node: Node, segment: string): Node {
  if (segment.startsWith('{') && segment.endsWith('+}')) {
    node.greedy ??= { name: segment.slice(1, -2), node: newNode() };
    return node.greedy.node;
  }
  if (segment.startsWith('{') && segment.endsWith('}')) {
    node.parameter ??= { name: segment.slice(1, -1), node: newNode() };
    return node.parameter.node;
  }
  const existing = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, existing);
  return existing;
}

/** API Gateway ignores a slash at the end of a path. */
function splitPath(path: string): string[] {
  const inner = path.endsWith('/') ? path.slice(1, -1) : path.slice(1);
  return inner === '' ? [] : inner.split('/');
}

function walk(
  node: Node,
  segments: string[],
  depth: number,
  found: Record<string, string>,
): Node | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.resource === undefined ? undefined : node;

  const literalChild = node.literals.get(segment);
  const literalMatch = literalChild && walk(literalChild, segments, depth + 1, found);
  if (literalMatch) return literalMatch;

  const parameterMatch = node.parameter && walk(node.parameter.node, segments, depth + 1, found);
  if (node.parameter && parameterMatch) {
    found[node.parameter.name] = segment;
    return parameterMatch;
  }
  if (!node.greedy) return undefined;
  found[node.greedy.name] = segments.slice(depth).join('/');
  return node.greedy.node;
}

const maxTimeoutMs = 29_000;

/** Reads the function of a method, or the fixed response of a mock integration. */
function readTarget(
  body: ApiSpec['body'],
  path: string,
  method: string,
  operation: unknown,
): Target | HttpResponse {
  const mock = MockOperation.safeParse(operation);
  if (mock.success) return mockResponse(mock.data['x-amazon-apigateway-integration']);
  const parsed = Operation.safeParse(operation);
  if (!parsed.success) throw new Error(`${method} ${path} of the API: ${z.prettifyError(parsed.error)}`);

  const integration = parsed.data['x-amazon-apigateway-integration'];
  const { type, uri, timeoutInMillis, credentials, responseTransferMode } = integration;
  const functionName = /\/functions\/arn:[^/]*:function:([^:/]+)[^/]*\//.exec(uri)?.[1];
  if (type.toLowerCase() !== 'aws_proxy' || functionName === undefined) {
    throw new Error(
      `${method} ${path} of the API: only Lambda proxy integrations are supported, not ${type} ${uri}`,
    );
  }
  const streams = uri.endsWith('/response-streaming-invocations');
  if (streams !== (responseTransferMode === 'STREAM')) {
    throw new Error(
      `${method} ${path} of the API: its URI and its responseTransferMode contradict each other`,
    );
  }
  return {
    functionName,
    timeoutMs: timeoutInMillis ?? maxTimeoutMs,
    credentials,
    streams,
    requiredHeaders: requiredHeadersOf(body, operation),
  };
}

function mockResponse({ responses }: z.infer<typeof Mock>): HttpResponse {
  const { statusCode, responseTemplates, responseParameters } = responses.default;
  return {
    status: statusCode,
    headers: { 'Content-Type': 'application/json', ...fixedHeaders('method.response', responseParameters) },
    body: responseTemplates['application/json'],
  };
}
