/** A refusal in the words of the server: of the control API, and of what the SDK has no method for. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface JsonRequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  credentialHeaders?: Record<string, string>;
}

/** JSON of this origin. Throws a `RequestError`. */
export async function requestJson<T>(
  path: string,
  { method = 'GET', body, credentialHeaders = {} }: JsonRequestOptions = {},
): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...credentialHeaders,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return readResponse(response);
}

export async function requestText(path: string): Promise<string> {
  const response = await fetch(path);
  if (response.ok) return response.text();
  return readResponse(response);
}

/** A mail as its bytes are, to the control API. */
export const injectInboundMail = async (
  query: URLSearchParams,
  raw: string,
): Promise<{ receipt_id: string }> =>
  readResponse(
    await fetch(`/control/inbound?${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'message/rfc822' },
      body: raw,
    }),
  );

async function readResponse<T>(response: Response): Promise<T> {
  const text = await response.text();
  const json: unknown = parseJson(text);
  // The caller names the type that this path answers with.
  if (response.ok && json !== undefined) return json as T;
  throw new RequestError(response.status, errorMessageOf(json) ?? `${response.status} ${text.slice(0, 200)}`);
}

function errorMessageOf(json: unknown): string | undefined {
  if (!isObject(json) || !isObject(json['error'])) return undefined;
  const { message } = json['error'];
  return typeof message === 'string' ? message : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
