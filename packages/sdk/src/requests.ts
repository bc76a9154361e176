import { ApiError, ConnectionError, errorOf, TimeoutError } from './errors.ts';

/** How requests are made, unless one says otherwise. */
export interface RequestSettings {
  /** How often a request is repeated that nobody answered, or that may succeed in a moment. */
  retries: number;
  /** So long a call may take, with all its repetitions and the pauses between them, in ms. */
  timeoutMs: number;
}

export interface RequestOptions extends Partial<RequestSettings> {
  /**
   * A name for this piece of work, which the service knows for 24 hours: whoever sends the same again under it does
   * nothing twice. Without one the client makes one up, which holds for its own repetitions. For POST only.
   */
  idempotencyKey?: string;
  /** Ends the call, which then throws the signal's reason. */
  signal?: AbortSignal;
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
  target: Target,
  wanted: Wanted,
  { retries, timeoutMs, idempotencyKey, signal }: RequestOptions & RequestSettings,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const url = urlOf(target.url, wanted);
  const init = initOf(target.key, wanted, idempotencyKey);
  const endsAt = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const withinMs = Math.min(endsAt - Date.now(), attemptMsMax);
      return await withTimeout(url, withinMs, signal, async (ended) => {
        const answer = await target.fetch(url, { ...init, signal: ended });
        if (!answer.ok) throw await errorOf(answer);
        return read(answer);
      });
    } catch (error) {
      const pauseMs = pauseAfter(error, attempt);
      const isWorthIt = attempt < retries && isRepeatable(error, wanted);
      if (!isWorthIt || Date.now() + pauseMs >= endsAt) throw error;
      await pause(pauseMs, signal);
    }
  }
}

function urlOf(base: string, { path, query = {} }: Wanted): string {
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  return url.href;
}

/** The same for each repetition: the bytes and the key by which the service knows it again. */
function initOf(key: string, { method, body }: Wanted, idempotencyKey: string | undefined): RequestInit {
  return {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A credential follows nobody elsewhere.
    redirect: 'error',
  };
}

/** Does what is to be done in time: with the whole answer, or the beginning of one that is read as it comes. */
async function withTimeout<T>(
  url: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    return await work(signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    throw timeout.signal.aborted ? new TimeoutError(url, timeoutMs) : new ConnectionError(url, error);
  } finally {
    clearTimeout(timer);
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
