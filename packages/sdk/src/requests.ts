import { ApiError, CarrierNestError, ConnectionError, readError, TimeoutError } from './errors.ts';
import { describeApiPath, encodeApiPath, type ApiPath } from './api-path.ts';
import { sleep } from './sleep.ts';

/** Settings of all requests. The options of a request override them. */
export interface RequestSettings {
  /** The maximum number of retries if there is no response or a transient error. Default: 3. */
  retries: number;
  /** The limit for a call with all its retries and pauses, in ms. Default: 60,000. */
  timeoutMs: number;
  /**
   * Receives the names of the fields and parameters that the service ignored, such as a misspelled one. Default: writes
   * a warning to the console.
   */
  onIgnoredFields: IgnoredFieldsListener;
}

/** Receives the names, and the request that they belong to: `GET /v1/emails/…`. */
export type IgnoredFieldsListener = (names: string[], requestName: string) => void;

/** Treats an undefined setting as omitted. */
export type Optional<T> = { [Name in keyof T]?: T[Name] | undefined };

export interface RequestOptions extends Optional<RequestSettings> {
  /**
   * Identifies a POST for 24 hours. If a request is repeated with the same key, the service does not repeat the
   * operation. By default, the client generates one key for all retries of the call.
   */
  idempotencyKey?: string | undefined;
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A request for an operation of the service. */
export interface OperationRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: ApiPath;
  query?: object | undefined;
  body?: unknown;
  /**
   * True if the service does not store the response, because the response contains a secret. A retry then repeats the
   * operation.
   */
  isResponseUnstored?: boolean;
}

/** The service and the credential. */
export interface Target {
  url: string;
  key: string;
  fetch: Fetch;
}

/**
 * Makes the request with retries. Returns the result of `readResponse` for a successful response, and the names of the
 * fields that the service ignored.
 */
export async function request<T>(
  { url, key, fetch }: Target,
  operation: OperationRequest,
  { retries, timeoutMs, idempotencyKey, signal }: RequestOptions & RequestSettings,
  readResponse: (response: Response, requestLabel: string) => T | Promise<T>,
): Promise<{ result: T; ignoredFields: string[] }> {
  const requestUrl = `${url}${encodeApiPath(operation.path)}${buildQuery(operation)}`;
  const init = buildRequestInit(key, operation, idempotencyKey);
  const requestLabel = `${url} to ${requestNameOf(operation)}`;
  const deadlineMs = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(),
      Math.min(deadlineMs - Date.now(), attemptTimeoutMs(init.body)),
    );
    try {
      const abortSignal = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
      const response = await fetch(requestUrl, { ...init, signal: abortSignal });
      if (!response.ok) throw await readError(response);
      const result = await readResponse(response, requestLabel);
      return { result, ignoredFields: readIgnoredFields(response) };
    } catch (thrown) {
      signal?.throwIfAborted();
      const error = toCarrierNestError(thrown, () =>
        timeout.signal.aborted
          ? new TimeoutError(requestLabel, timeoutMs)
          : new ConnectionError(requestLabel, thrown),
      );
      error.idempotencyKey = init.headers.get('Idempotency-Key');
      const retryDelayMs = retryDelayAfter(error, attempt);
      const canRetry = attempt < retries && isRepeatable(error, operation);
      if (!canRetry || Date.now() + retryDelayMs >= deadlineMs) throw error;
      await sleep(retryDelayMs, signal);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** API Gateway times out after 29 s, so no response arrives later. A large body takes longer to send. */
const attemptTimeoutMs = (body = ''): number => 30_000 + body.length / slowestBytesPerMs;
const slowestBytesPerMs = 100;

const toCarrierNestError = (thrown: unknown, createFallback: () => CarrierNestError): CarrierNestError =>
  thrown instanceof CarrierNestError ? thrown : createFallback();

export const requestNameOf = ({ method, path }: OperationRequest): string =>
  `${method} ${describeApiPath(path)}`;

const readIgnoredFields = ({ headers }: Response): string[] =>
  headers.get('CN-Ignored-Fields')?.split(',').map(decodeName) ?? [];

/** Keeps a name that a proxy made unreadable, because the request succeeded. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function buildQuery({ query = {} }: OperationRequest): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== undefined && value !== null) search.append(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

/** Builds one request for all retries. The service recognizes a retry by the Idempotency-Key and the same bytes. */
function buildRequestInit(
  key: string,
  { method, body }: OperationRequest,
  idempotencyKey: string | undefined,
) {
  const headers = new Headers({ Authorization: `Bearer ${key}` });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (method === 'POST') headers.set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
  // The target of a redirect must not receive the credential. Cloudflare Workers do not support `error` here.
  const redirect = 'manual' as const;
  return { method, headers, redirect, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

const firstRetryDelayMs = 500;
const retryDelayMsMax = 8_000;

/** Returns an exponential backoff with jitter, but at least the time that the service specifies. */
function retryDelayAfter(error: CarrierNestError, attempt: number): number {
  const backoffMs = Math.min(firstRetryDelayMs * 2 ** attempt, retryDelayMsMax) * (0.5 + Math.random() / 2);
  return error instanceof ApiError ? Math.max(backoffMs, (error.retryAfterSeconds ?? 0) * 1_000) : backoffMs;
}

/** The service recognizes a repeated POST by its Idempotency-Key. All other requests are idempotent. */
function isRepeatable(error: CarrierNestError, { isResponseUnstored = false }: OperationRequest): boolean {
  if (!(error instanceof ApiError)) return !isResponseUnstored;
  return error.isTransient && !(isResponseUnstored && error.status >= 500);
}
