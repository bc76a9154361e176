import { ApiError, CarrierNestError, ConnectionError, readError, TimeoutError } from './errors.ts';
import { describeApiPath, encodeApiPath, type ApiPath } from './api-path.ts';

/** How requests are made, unless one says otherwise. */
export interface RequestSettings {
  /** How often a request is repeated that nobody answered, or that may succeed in a moment: 3. */
  retries: number;
  /** So long a call may take, with all its repetitions and the pauses between them, in ms: 60,000. */
  timeoutMs: number;
}

/** Also where a setting is given as undefined, it is not given. */
export type Optional<T> = { [Name in keyof T]?: T[Name] | undefined };

export interface RequestOptions extends Optional<RequestSettings> {
  /**
   * A name for this piece of work, which the service knows for 24 hours: whoever sends the same again under it does
   * nothing twice. Without one the client makes one up, which holds for its own repetitions. For POST only.
   */
  idempotencyKey?: string | undefined;
  /** Ends the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** All that is asked of a runtime's fetch, or of what stands in for it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What is asked of the service. */
export interface OperationRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: ApiPath;
  query?: object | undefined;
  body?: unknown;
  /** Its answer holds a secret and is not kept, so that what was done is done again. */
  isResponseUnstored?: boolean;
}

/** Where requests go, and as whom. */
export interface Target {
  url: string;
  key: string;
  fetch: Fetch;
}

/** Makes the request, as often as its settings allow, and returns what is read of the answer below 400. */
export async function request<T>(
  { url, key, fetch }: Target,
  operation: OperationRequest,
  { retries, timeoutMs, idempotencyKey, signal }: RequestOptions & RequestSettings,
  readResponse: (response: Response, requestLabel: string) => T | Promise<T>,
): Promise<T> {
  const requestUrl = `${url}${encodeApiPath(operation.path)}${buildQuery(operation)}`;
  const init = buildRequestInit(key, operation, idempotencyKey);
  const requestLabel = `${url} to ${operation.method} ${describeApiPath(operation.path)}`;
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
      return await readResponse(response, requestLabel);
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

/** API Gateway gives up after 29 s: who has not answered by then does not. A large body takes its time to arrive. */
const attemptTimeoutMs = (body = ''): number => 30_000 + body.length / slowestBytesPerMs;
const slowestBytesPerMs = 100;

const toCarrierNestError = (thrown: unknown, createFallback: () => CarrierNestError): CarrierNestError =>
  thrown instanceof CarrierNestError ? thrown : createFallback();

function buildQuery({ query = {} }: OperationRequest): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== undefined && value !== null) search.append(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

/** The same for each repetition: the bytes, and the key by which the service knows it again. */
function buildRequestInit(
  key: string,
  { method, body }: OperationRequest,
  idempotencyKey: string | undefined,
) {
  const headers = new Headers({ Authorization: `Bearer ${key}` });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (method === 'POST') headers.set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
  // A credential follows nobody elsewhere. Workers know no `error` here.
  const redirect = 'manual' as const;
  return { method, headers, redirect, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

const firstRetryDelayMs = 500;
const retryDelayMsMax = 8_000;

/** At least as long as the service says; twice as long each time, and not the same for many at once. */
function retryDelayAfter(error: CarrierNestError, attempt: number): number {
  const backoffMs = Math.min(firstRetryDelayMs * 2 ** attempt, retryDelayMsMax) * (0.5 + Math.random() / 2);
  return error instanceof ApiError ? Math.max(backoffMs, (error.retryAfterSeconds ?? 0) * 1_000) : backoffMs;
}

/** The service knows a POST again by its key, and what else changes something ends the same however often it is done. */
function isRepeatable(error: CarrierNestError, { isResponseUnstored = false }: OperationRequest): boolean {
  if (!(error instanceof ApiError)) return !isResponseUnstored;
  return error.isTransient && !(isResponseUnstored && error.status >= 500);
}

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish, { once: true });
    function finish(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    }
  });
  signal?.throwIfAborted();
}
