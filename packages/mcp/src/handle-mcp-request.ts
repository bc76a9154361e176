import { ApiError, CarrierNest, CarrierNestError } from '@carrier-nest/sdk';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { normalizeMessage } from './normalize-message.ts';
import { parseToolSelection, InvalidToolSelection } from './tool-selection.ts';
import { createToolServer } from './tool-server.ts';

export interface McpEndpoint {
  /** The URL of the API. */
  url: string;
  /** The URL of the OAuth metadata, for clients without a token. */
  metadataUrl?: string | undefined;
}

/** Less than the timeout of API Gateway. */
const timeoutMs = 25_000;

/** The methods that clients call before a tool. The responses omit tools that the credential may not use. */
const discoveryMethods = new Set<unknown>(['initialize', 'server/discover', 'tools/list']);

/**
 * Handles a request of the protocol's streamable HTTP transport, without sessions. The API receives the caller's
 * credential and authorizes each call. `?toolsets=a,b&read_only=true&exclude=x` selects the tools.
 */
export async function handleMcpRequest(
  request: Request,
  { url, metadataUrl }: McpEndpoint,
): Promise<Response> {
  if (isCrossOrigin(request.headers.get('Origin'), url))
    return errorResponse(403, 'Requests from another web origin are not allowed');
  const key = /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (key === undefined) return unauthorizedResponse(metadataUrl, missingCredential);

  // This is an object because TypeScript does not track assignments inside a callback.
  const apiState = { isUnauthorized: false };
  const client = new CarrierNest({
    url,
    key,
    retries: 1,
    timeoutMs,
    fetch: async (...fetchArgs) => {
      const response = await fetch(...fetchArgs);
      apiState.isUnauthorized ||= response.status === 401;
      return response;
    },
  });
  try {
    const parsedBody = await readBody(request.clone());
    // Only the 2025-03 revision has batches. The server refuses them, because one request could invoke many functions.
    if (Array.isArray(parsedBody)) return errorResponse(400, 'Send one message per request, not a list');
    const credential = isDiscoveryRequest(parsedBody) ? await client.getCredential() : undefined;
    const selection = parseQuerySelection(new URL(request.url).searchParams);
    const handler = createMcpHandler(() => createToolServer({ client, selection, credential }), {
      responseMode: 'json',
    });
    const response = await bufferResponse(
      await handler.fetch(
        request,
        parsedBody === undefined ? {} : { parsedBody: normalizeMessage(parsedBody) },
      ),
    );
    return apiState.isUnauthorized ? unauthorizedResponse(metadataUrl, invalidCredential) : response;
  } catch (error) {
    return apiState.isUnauthorized
      ? unauthorizedResponse(metadataUrl, invalidCredential)
      : toErrorResponse(error);
  }
}

/**
 * Reads the whole response, because only its end shows whether the API refused the key. For clients of the 2025
 * revisions, the response is a stream.
 */
const bufferResponse = async (response: Response): Promise<Response> =>
  new Response(await response.text(), { status: response.status, headers: response.headers });

/** The protocol requires this check, which keeps pages of other sites from calling the tools. */
const isCrossOrigin = (origin: string | null, url: string): boolean =>
  origin !== null && origin !== new URL(url).origin;

const readBody = (request: Request): Promise<unknown> => request.json().catch(() => undefined);

const isDiscoveryRequest = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'method' in body && discoveryMethods.has(body.method);

const queryOptions = ['toolsets', 'read_only', 'exclude'] as const;

/** Refuses misspelled options, because a client that asks for `read-only` must not get tools that write. */
function parseQuerySelection(query: URLSearchParams) {
  for (const name of query.keys()) {
    if (!queryOptions.some((known) => known === name))
      throw new InvalidToolSelection(
        `There is no option "${name}". The options are ${queryOptions.join(', ')}`,
      );
    if (query.getAll(name).length > 1) throw new InvalidToolSelection(`The option "${name}" is given twice`);
  }
  const readOnly = query.get('read_only') ?? 'false';
  if (readOnly !== 'true' && readOnly !== 'false')
    throw new InvalidToolSelection(`read_only must be true or false, not "${readOnly}"`);
  return parseToolSelection({
    toolsets: query.get('toolsets') ?? undefined,
    readOnly: readOnly === 'true',
    exclude: query.get('exclude') ?? undefined,
  });
}

/** API Gateway has the same message (lib/parts/missing-credential-response.ts). */
const missingCredential = 'A credential is missing. Send "Authorization: Bearer <API_KEY>"';
const invalidCredential =
  'The API key or token is unknown, revoked or expired. Ask the operator of the service for another one';

function unauthorizedResponse(metadataUrl: string | undefined, message: string): Response {
  const metadata = metadataUrl === undefined ? '' : ` resource_metadata="${metadataUrl}"`;
  return errorResponse(401, message, { 'WWW-Authenticate': `Bearer${metadata}` });
}

/**
 * Converts an error that occurs before a tool call: an invalid tool selection, a refused credential, or no response
 * from the API.
 */
function toErrorResponse(error: unknown): Response {
  if (error instanceof InvalidToolSelection) return errorResponse(400, error.message);
  if (!(error instanceof CarrierNestError)) throw error;
  const { status, retryAfterSeconds } =
    error instanceof ApiError ? error : { status: 503, retryAfterSeconds: 5 };
  return errorResponse(
    status,
    error.message,
    retryAfterSeconds === null ? {} : { 'Retry-After': `${retryAfterSeconds}` },
  );
}

const errorResponse = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status, headers });
