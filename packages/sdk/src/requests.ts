import { ApiError, CarrierNestError, ConnectionError, errorOf, TimeoutError } from './errors.ts';

/** How requests are made, unless one says otherwise. */
export interface RequestSettings {
  /** How often a request is repeated that nobody answered, or that may succeed in a moment. */
  retries: number;
  /** So long a call may take, with all its repetitions and the pauses between them, in ms. */
  timeoutMs: number;
}

export interface RequestOptions {
  /** As in the settings of the client, for this call. */
  retries?: number | undefined;
  timeoutMs?: number | undefined;
  /**
   * A name for this piece of work, which the service knows for 24 hours: whoever sends the same again under it does
   * nothing twice. Without one the client makes one up, which holds for its own repetitions. For POST only.
   */
  idempotencyKey?: string | undefined;
  /** Ends the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** What is asked of the service. */
export interface Wanted {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: object | undefined;
  body?: unknown;
  /** Its answer holds a secret and is not kept, so that what was done is done again. */
  isNeverKept?: boolean;
}

/** Where requests go, and as whom. */
export interface Target {
  url: string;
  key: string;
  fetch: typeof fetch;
}

/** API Gateway gives up after 29 s: who has not answered by then does not. */
const attemptMsMax = 30_000;

/** Makes the request, as often as its settings allow, and returns what is read of the answer below 400. */
export async function request<T>(
  { url: base, key, fetch }: Target,
  wanted: Wanted,
  { retries, timeoutMs, idempotencyKey, signal }: RequestOptions & RequestSettings,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const url = urlOf(base, wanted);
  const init = initOf(key, wanted, idempotencyKey);
  const endsAt = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const withinMs = Math.min(endsAt - Date.now(), attemptMsMax);
      return await withTimeout(url, withinMs, signal, async (ended) => {
        const answer = await fetch(url, { ...init, signal: ended });
        if (!answer.ok) throw await errorOf(answer);
        return read(answer);
      });
    } catch (error) {
      const pauseMs = pauseAfter(error, attempt);
      const isWorthIt = attempt < retries && isRepeatable(error, wanted);
      if (!isWorthIt || Date.now() + pauseMs >= endsAt) throw named(error, init.headers);
      await pause(pauseMs, signal);
    }
  }
}

/** With the key by which whoever gets the error can ask for the same again. */
function named(error: unknown, headers: Headers): unknown {
  if (error instanceof CarrierNestError) error.idempotencyKey = headers.get('Idempotency-Key');
  return error;
}

function urlOf(base: string, { path, query = {} }: Wanted): string {
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`);
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== undefined) url.searchParams.append(name, String(value));
  return url.href;
}

/** The same for each repetition: the bytes, and the key by which the service knows it again. */
function initOf(key: string, { method, body }: Wanted, idempotencyKey: string | undefined) {
  const headers = new Headers({ Authorization: `Bearer ${key}` });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (method === 'POST') headers.set('Idempotency-Key', idempotencyKey ?? crypto.randomUUID());
  // A credential follows nobody elsewhere. Workers know no `error` here.
  const redirect = 'manual' as const;
  return { method, headers, redirect, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

/** Does what is to be done in time: with the whole answer, or with the beginning of one that is read as it comes. */
async function withTimeout<T>(
  url: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  // AbortSignal.any would leave something behind on a signal that outlives the call.
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end);
  try {
    return await work(controller.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    throw controller.signal.aborted ? new TimeoutError(url, timeoutMs) : new ConnectionError(url, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

const firstPauseMs = 500;
const pauseMsMax = 8_000;

/** As long as the service says, or twice as long each time, and never the same for many at once. */
function pauseAfter(error: unknown, attempt: number): number {
  if (error instanceof ApiError && error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1_000;
  return Math.min(firstPauseMs * 2 ** attempt, pauseMsMax) * (0.5 + Math.random() / 2);
}

/** The service knows a POST again by its key, and what else changes something ends the same however often it is done. */
function isRepeatable(error: unknown, { isNeverKept = false }: Wanted): boolean {
  if (!(error instanceof ApiError))
    return !isNeverKept && (error instanceof ConnectionError || error instanceof TimeoutError);
  const mayBeDone = error.status >= 500 && error.status !== 503;
  return error.isTransient && !(isNeverKept && mayBeDone);
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    }
  });
}
