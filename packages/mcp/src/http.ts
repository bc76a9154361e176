import { ApiError, CarrierNest, CarrierNestError } from '@carrier-nest/sdk';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { choiceOf, UnknownName } from './choice.ts';
import { toolServer } from './server.ts';

export interface Place {
  /** Where the API is. */
  url: string;
  /** Where who has no token learns where to get one. */
  metadataUrl?: string | undefined;
}

/** Less than API Gateway waits. */
const timeoutMs = 25_000;

/** What a client asks before it calls anything: what its credential may not do is left out. */
const asksWhatThereIs = new Set(['initialize', 'server/discover', 'tools/list']);

/**
 * Answers a request of the protocol's streamable HTTP, without sessions. The credential of the caller is that of the
 * API, which decides what it may do. `?toolsets=a,b&read_only=true&exclude=x` chooses the tools.
 */
export async function answerMcp(request: Request, { url, metadataUrl }: Place): Promise<Response> {
  if (isForeign(request.headers.get('Origin'), url))
    return errorAnswer(403, 'This page may not call the tools');
  const key = /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  const challenge = () => unauthorized(metadataUrl);
  if (key === undefined) return challenge();

  let isUnknown = false;
  const nest = new CarrierNest({
    url,
    key,
    retries: 1,
    timeoutMs,
    fetch: async (...asked) => {
      const answer = await fetch(...asked);
      isUnknown ||= answer.status === 401;
      return answer;
    },
  });
  try {
    const parsedBody = await bodyOf(request.clone());
    // The revision of 2025-03 alone knew batches: each message of one would run functions.
    if (Array.isArray(parsedBody)) return errorAnswer(400, 'Send one message with each request, not a list');
    const credential = asksFor(parsedBody) ? await nest.getCredential() : undefined;
    const choice = choiceIn(new URL(request.url).searchParams);
    const handler = createMcpHandler(() => toolServer({ nest, choice, credential }), {
      responseMode: 'json',
    });
    const answer = await wholeOf(await handler.fetch(request));
    return isUnknown ? challenge() : answer;
  } catch (error) {
    return isUnknown ? challenge() : refused(error);
  }
}

/** To clients of 2025 it is a stream: what came of the call is known at its end. */
const wholeOf = async (answer: Response): Promise<Response> =>
  new Response(await answer.text(), { status: answer.status, headers: answer.headers });

/** The protocol wants it looked at: a page of another site has no business here. */
const isForeign = (origin: string | null, url: string): boolean =>
  origin !== null && origin !== new URL(url).origin;

const bodyOf = (request: Request): Promise<unknown> => request.json().catch(() => undefined);

const asksFor = (body: unknown): boolean =>
  asksWhatThereIs.has((body as { method?: string } | null | undefined)?.method ?? '');

const options = ['toolsets', 'read_only', 'exclude'] as const;

/** What is misspelt must not go unheard: somebody believes that nothing can be changed. */
function choiceIn(query: URLSearchParams) {
  for (const name of query.keys()) {
    if (!options.some((known) => known === name))
      throw new UnknownName(`There is no option "${name}": there are ${options.join(', ')}`);
    if (query.getAll(name).length > 1) throw new UnknownName(`The option "${name}" is given twice`);
  }
  const readOnly = query.get('read_only') ?? 'false';
  if (readOnly !== 'true' && readOnly !== 'false')
    throw new UnknownName(`read_only is true or false, not "${readOnly}"`);
  return choiceOf({
    toolsets: query.get('toolsets') ?? undefined,
    readOnly: readOnly === 'true',
    exclude: query.get('exclude') ?? undefined,
  });
}

function unauthorized(metadataUrl: string | undefined): Response {
  const metadata = metadataUrl === undefined ? '' : ` resource_metadata="${metadataUrl}"`;
  return errorAnswer(401, 'Send "Authorization: Bearer <API_KEY>"', {
    'WWW-Authenticate': `Bearer${metadata}`,
  });
}

/** The URL asks for tools that there are not, or the service said no, or nothing, before a tool was called. */
function refused(error: unknown): Response {
  if (error instanceof UnknownName) return errorAnswer(400, error.message);
  if (!(error instanceof CarrierNestError)) throw error;
  const { status, retryAfterSeconds } =
    error instanceof ApiError ? error : { status: 503, retryAfterSeconds: 5 };
  return errorAnswer(
    status,
    error.message,
    retryAfterSeconds === null ? {} : { 'Retry-After': `${retryAfterSeconds}` },
  );
}

const errorAnswer = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status, headers });
