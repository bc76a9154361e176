import { ApiError, CarrierNestError, ConnectionError, errorOf, TimeoutError } from './errors.ts';
import { describePath, encodePath, type Path } from './path-of.ts';

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
export interface Wanted {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: Path;
  query?: object | undefined;
  body?: unknown;
  /** Its answer holds a secret and is not kept, so that what was done is done again. */
  isNeverKept?: boolean;
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
  wanted: Wanted,
  { retries, timeoutMs, idempotencyKey, signal }: RequestOptions & RequestSettings,
  read: (answer: Response, asked: string) => Promise<T>,
): Promise<T> {
  const address = `${url}${encodePath(wanted.path)}${queryOf(wanted)}`;
  const init = initOf(key, wanted, idempotencyKey);
  const asked = `${url} to ${wanted.method} ${describePath(wanted.path)}`;
  const endsAt = Date.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), Math.min(endsAt - Date.now(), attemptMsMax(init.body)));
    try {
      const ended = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
      const answer = await fetch(address, { ...init, signal: ended });
      if (!answer.ok) throw await errorOf(answer);
      return await read(answer, asked);
    } catch (thrown) {
      signal?.throwIfAborted();
      const error = asError(thrown, () =>
        timeout.signal.aborted ? new TimeoutError(asked, timeoutMs) : new ConnectionError(asked, thrown),
      );
      error.idempotencyKey = init.headers.get('Idempotency-Key');
      const pauseMs = pauseAfter(error, attempt);
      const isWorthIt = attempt < retries && isRepeatable(error, wanted);
      if (!isWorthIt || Date.now() + pauseMs >= endsAt) throw error;
      await pause(pauseMs, signal);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** API Gateway gives up after 29 s: who has not answered by then does not. A large body takes its time to arrive. */
const attemptMsMax = (body = ''): number => 30_000 + body.length / slowestBytesPerMs;
const slowestBytesPerMs = 100;

const asError = (thrown: unknown, otherwise: () => CarrierNestError): CarrierNestError =>
  thrown instanceof CarrierNestError ? thrown : otherwise();

function queryOf({ query = {} }: Wanted): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== undefined && value !== null) search.append(name, String(value));
  return search.size > 0 ? `?${search}` : '';
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

const firstPauseMs = 500;
const pauseMsMax = 8_000;

/** At least as long as the service says; twice as long each time, and not the same for many at once. */
function pauseAfter(error: CarrierNestError, attempt: number): number {
  const ownMs = Math.min(firstPauseMs * 2 ** attempt, pauseMsMax) * (0.5 + Math.random() / 2);
  return error instanceof ApiError ? Math.max(ownMs, (error.retryAfterSeconds ?? 0) * 1_000) : ownMs;
}

/** The service knows a POST again by its key, and what else changes something ends the same however often it is done. */
function isRepeatable(error: CarrierNestError, { isNeverKept = false }: Wanted): boolean {
  if (!(error instanceof ApiError)) return !isNeverKept;
  return error.isTransient && !(isNeverKept && error.status >= 500);
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
