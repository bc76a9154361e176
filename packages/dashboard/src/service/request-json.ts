/** An error of the control API, of an endpoint without an SDK method, or of invalid input. */
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

/** Requests JSON from this origin. Throws a `RequestError` if the response is an error or not JSON. */
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

/** Posts the raw bytes of an inbound email to the control API. */
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
  const ignored = response.headers.get('CN-Ignored-Fields');
  if (ignored) console.warn(`${response.url} ignored ${ignored}`);
  // The caller specifies the response type of the path.
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
