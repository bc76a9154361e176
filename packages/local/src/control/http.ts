import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { readBody } from '../machine/read-body';
import { refuseOtherContentType, refuseCrossSite } from '../network/cross-site';
import { describeFields } from './describe-fields';

/** A call of the control API, as a handler receives it. */
export interface ControlCall {
  params: Record<string, string>;
  query: URLSearchParams;
  raw: Buffer;
  /** Parses the JSON body with the schema. Responds with 400 if the body does not match. */
  body: <T extends z.ZodType>(schema: T) => z.output<T>;
}

/** A response without `contentType` is JSON. */
export type ControlResponse =
  { status: number; body: unknown } | { status: number; body: Buffer | Readable; contentType: string };

/** Handlers by route. A route takes JSON unless its key ends with a type: `POST /control/inbound message/rfc822`. */
export type ControlRoutes = Record<string, (call: ControlCall) => ControlResponse | Promise<ControlResponse>>;

/** An error response of the control API: `{ error: { message } }`. */
export class ControlError extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

export const reply = (status: number, body: unknown): ControlResponse => ({ status, body });

/**
 * Prevents content sniffing, because raw emails are untrusted, and prevents other sites from showing a response in a
 * frame.
 */
const securityHeaders = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Handles the request with the first route that matches `METHOD /path/{parameter}`. */
export async function dispatch(
  routes: ControlRoutes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = await handleRequest(routes, request).catch(toErrorResponse);
  const contentType = 'contentType' in result ? result.contentType : 'application/json';
  const body = 'contentType' in result ? result.body : `${JSON.stringify(result.body)}\n`;
  response.writeHead(result.status, { ...securityHeaders, 'Content-Type': contentType });
  if (body instanceof Readable) body.pipe(response);
  else response.end(body);
}

async function handleRequest(routes: ControlRoutes, request: IncomingMessage): Promise<ControlResponse> {
  const url = new URL(request.url ?? '/', 'http://console');
  const raw = await readBody(request);
  const crossSiteReason = refuseCrossSite(request, { isConsole: true });
  if (crossSiteReason !== undefined) throw new ControlError(crossSiteReason, 403);
  for (const [route, handle] of Object.entries(routes)) {
    const [method = '', path = '', bodyType = 'application/json'] = route.split(' ');
    const params = match(`${method} ${path}`, `${request.method ?? 'GET'} ${url.pathname}`);
    if (!params) continue;
    const contentTypeReason = refuseOtherContentType(bodyType, request);
    if (contentTypeReason !== undefined) throw new ControlError(contentTypeReason, 415);
    return handle({ params, query: url.searchParams, raw, body: (schema) => parse(schema, raw) });
  }
  throw new ControlError(unknownCallMessage(routes, request.method ?? 'GET', url.pathname), 404);
}

/** Lists the methods of the path if the path exists. Otherwise, names the call that lists all calls. */
function unknownCallMessage(routes: ControlRoutes, method: string, path: string): string {
  const message = `No such call: ${method} ${path}.`;
  const methods = Object.keys(routes).flatMap((route) => {
    const [supportedMethod = '', pattern = ''] = route.split(' ');
    return match(`${supportedMethod} ${pattern}`, `${supportedMethod} ${path}`) ? [supportedMethod] : [];
  });
  return methods.length > 0
    ? `${message} This path supports ${methods.join(' or ')}.`
    : `${message} GET /control lists all calls.`;
}

function match(pattern: string, target: string): Record<string, string> | undefined {
  const [patternParts, pathParts] = [pattern.split('/'), target.split('/')];
  if (patternParts.length !== pathParts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of patternParts.entries()) {
    if (part.startsWith('{')) params[part.slice(1, -1)] = decode(pathParts[index] ?? '');
    else if (part !== pathParts[index]) return undefined;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError)
      throw new ControlError(`The path is not percent-encoded correctly: ${text}`);
    throw error;
  }
}

function parse<T extends z.ZodType>(schema: T, raw: Buffer): z.output<T> {
  const value = readJson(raw);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => describeIssue(issue, value));
  throw new ControlError(`${problems.join('; ')}. The body takes ${describeFields(schema)}.`);
}

/** Rewords zod's messages, which describe the schema, for the caller. */
function describeIssue({ path, message, ...issue }: z.core.$ZodIssue, value: unknown): string[] {
  if (issue.code !== 'invalid_union') {
    const problem = message.endsWith('received undefined') ? 'is required' : message;
    return [[...path, problem].join(': ')];
  }
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (names.length === 0) return ['A field is missing'];
  // The caller most likely intended the alternative with the fewest unknown fields.
  const [nearest = []] = issue.errors.toSorted(
    (left, right) => unknownKeysOf(left).length - unknownKeysOf(right).length || left.length - right.length,
  );
  const isAcceptedAlone = (name: string) =>
    !issue.errors.every((errors) => unknownKeysOf(errors).includes(name));
  const areExclusive =
    nearest.every(({ code }) => code === 'unrecognized_keys') && names.every(isAcceptedAlone);
  if (areExclusive) return [`${names.join(' and ')} cannot be combined`];
  return nearest.flatMap((inner) => describeIssue(inner, value));
}

const unknownKeysOf = (issues: z.core.$ZodIssue[]): string[] =>
  issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));

function readJson(raw: Buffer): unknown {
  try {
    return raw.length === 0 ? {} : JSON.parse(raw.toString());
  } catch (error) {
    if (error instanceof SyntaxError) throw new ControlError(`The body is not valid JSON: ${error.message}`);
    throw error;
  }
}

function toErrorResponse(error: unknown): ControlResponse {
  const status = error instanceof ControlError ? error.status : 500;
  if (status === 500) console.error(error);
  return reply(status, { error: { message: error instanceof Error ? error.message : String(error) } });
}
