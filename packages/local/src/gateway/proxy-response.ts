import { z } from 'zod';
import type { HttpResponse } from './gateway-response';

// The characters that HTTP allows. Node's server throws for all other characters.
const HeaderName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/);
const HeaderValue = z.union([
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/),
  z.union([z.number(), z.boolean()]).transform(String),
]);

const ProxyResponse = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(HeaderName, HeaderValue).nullish(),
  multiValueHeaders: z.record(HeaderName, z.array(HeaderValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** Parses a function's response. Returns undefined if a proxy integration would reject it. */
export function parseProxyResponse(payload: string): HttpResponse | undefined {
  const parsed = ProxyResponse.safeParse(parseJson(payload));
  if (!parsed.success) return undefined;

  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = parsed.data;
  return {
    status: statusCode,
    headers: mergeHeaders(headers ?? {}, multiValueHeaders ?? {}),
    body: isBase64Encoded ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The gateway sets these headers itself. */
const droppedHeaders = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/**
 * The headers of a function that reach the client under another name:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
const remappedHeaders = new Set([
  'authorization',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
]);

/** Merges `headers` and `multiValueHeaders`. If both contain a header, `multiValueHeaders` takes precedence. */
function mergeHeaders(
  single: Record<string, string>,
  multi: Record<string, string[]>,
): HttpResponse['headers'] {
  const merged = new Map<string, [name: string, value: string | string[]]>();
  for (const [name, value] of Object.entries({ 'Content-Type': 'application/json', ...single })) {
    merged.set(name.toLowerCase(), [name, value]);
  }
  for (const [name, values] of Object.entries(multi)) merged.set(name.toLowerCase(), [name, values]);
  for (const name of droppedHeaders) merged.delete(name);
  return Object.fromEntries(
    [...merged.values()].map(([name, value]) => [
      remappedHeaders.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
      value,
    ]),
  );
}
