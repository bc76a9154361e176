import type { ErrorDetail, ErrorType } from './schemas.ts';

/** Whatever a call throws, but for what is wrong with its arguments, and the reason of a signal that ended it. */
export abstract class CarrierNestError extends Error {
  /** That of the POST that failed: under it the same can be asked for again, and nothing is done twice. */
  idempotencyKey: string | null = null;
}

/** What an answer that is no success says. */
interface ErrorResponse {
  status: number;
  type: ErrorType | (string & {});
  message: string;
  details: readonly ErrorDetail[];
  missing: readonly string[];
  retryAfterSeconds: number | null;
  body: unknown;
}

/**
 * The service refused a request, or failed, or something in front of it answered. Branch on `type`: it is stable, and
 * has one meaning on every operation. Where a later version has a type that this one does not know, `status` says what
 * to do.
 */
export class ApiError extends CarrierNestError implements ErrorResponse {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly type: ErrorResponse['type'];
  /** Each field that breaks a rule, of most 422 `invalid_request`. */
  readonly details: readonly ErrorDetail[];
  /** The names of the template's variables that have no value, of 422 `missing_variables`. */
  readonly missing: readonly string[];
  /** So long to wait, where the service says so. */
  readonly retryAfterSeconds: number | null;
  /** The whole answer, such as `enrolled` and `reason` beside the error of an enrolment. */
  readonly body: unknown;

  constructor({ status, type, message, details, missing, retryAfterSeconds, body }: ErrorResponse) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
    this.missing = missing;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }

  /**
   * Whether the same request may succeed in a moment. A daily limit is a 429 too, and means: stop. A provider that
   * refuses a mail says no again, one that is asked too often says when.
   */
  get isTransient(): boolean {
    if (this.type === 'provider_error') return this.retryAfterSeconds !== null;
    if (this.status === 409) return inProgressTypes.has(this.type);
    return this.status >= 500 || (this.status === 429 && this.type !== 'daily_limit');
  }
}

const inProgressTypes = new Set<string>(['idempotency_in_progress', 'approval_in_progress']);

/** The service was not reached, or the connection broke before the answer was whole: the work may be done. */
export class ConnectionError extends CarrierNestError {
  override readonly name = 'ConnectionError';

  constructor(requestLabel: string, cause: unknown) {
    super(`No answer from ${requestLabel}: ${causeMessage(cause)}`, { cause });
  }
}

/** There was no answer in time: the work may be done. */
export class TimeoutError extends CarrierNestError {
  override readonly name = 'TimeoutError';

  constructor(requestLabel: string, timeoutMs: number) {
    super(`No answer from ${requestLabel} within ${timeoutMs} ms`);
  }
}

/** Where fetch fails, the reason stands behind its error. */
function causeMessage(error: unknown): string {
  if (!isObject(error)) return String(error);
  return isObject(error['cause']) && error['cause']['message']
    ? causeMessage(error['cause'])
    : String(error['message']);
}

/** The error of an answer, also of one that something in front of the service has given. */
export async function readError(response: Response): Promise<ApiError> {
  return toApiError(response, await response.text());
}

/** What an answer below 400 says. Something in front of the service may have given this one as well. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  const body = parseJson(text);
  if (body === undefined) throw toApiError(response, text);
  return body;
}

function toApiError({ status, headers }: Response, text: string): ApiError {
  const body = parseJson(text);
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const retryAfter = headers.get('Retry-After') ?? '';
  return new ApiError({
    status,
    type: typeof error['type'] === 'string' ? error['type'] : 'unknown',
    message: typeof error['message'] === 'string' ? error['message'] : `${status} ${text.slice(0, 200)}`,
    details: Array.isArray(error['details']) ? error['details'] : [],
    missing: Array.isArray(error['missing']) ? error['missing'] : [],
    retryAfterSeconds: /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
    body: body ?? text,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
