import type { ErrorDetail, ErrorType } from './schemas.ts';

/**
 * The base class of the errors that a call throws, except for invalid arguments and the reason of an aborted signal.
 */
export abstract class CarrierNestError extends Error {
  /**
   * The Idempotency-Key of the failed POST. If you repeat the request with this key, the service does not repeat the
   * operation.
   */
  idempotencyKey: string | null = null;
}

/** The content of an error response. */
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
 * Thrown if the service refuses a request or fails, or if a proxy in front of the service responds. Branch on `type`,
 * which is stable and has one meaning for all operations. For a type that this version does not know, use `status`.
 */
export class ApiError extends CarrierNestError {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly type: ErrorResponse['type'];
  /** The message of the service, to which `message` adds the first of the `details`. */
  readonly summary: string;
  /** The invalid fields of most 422 `invalid_request` errors. */
  readonly details: readonly ErrorDetail[];
  /** The template variables without a value, in a 422 `missing_variables` error. */
  readonly missing: readonly string[];
  /** The time to wait before a retry, or null if the service does not specify one. */
  readonly retryAfterSeconds: number | null;
  /**
   * The whole response body, which may have fields next to `error`, such as `enrolled` and `reason` of an enrollment.
   */
  readonly body: unknown;

  constructor({ status, type, message, details, missing, retryAfterSeconds, body }: ErrorResponse) {
    super([message, ...describeFirst(details)].join(': '));
    this.summary = message;
    this.status = status;
    this.type = type;
    this.details = details;
    this.missing = missing;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }

  /**
   * Whether the same request may succeed soon. A 429 for a daily limit is not transient. A `provider_error` is
   * transient only if the response has `Retry-After`, which means that SES throttled the request. Otherwise, a retry
   * could fail again or send twice.
   */
  get isTransient(): boolean {
    if (this.type === 'provider_error') return this.retryAfterSeconds !== null;
    if (this.status === 409) return inProgressTypes.has(this.type);
    return this.status >= 500 || (this.status === 429 && this.type !== 'daily_limit');
  }
}

/** Describes the first invalid field, unless its message names the field already. */
function describeFirst([first, ...others]: readonly ErrorDetail[]): string[] {
  if (!first) return [];
  const path = first.path.join('.');
  const text = path === '' || first.message.startsWith('`') ? first.message : `${path}: ${first.message}`;
  return [others.length > 0 ? `${text} (and ${others.length} more)` : text];
}

const inProgressTypes = new Set<string>(['idempotency_in_progress', 'approval_in_progress']);

/**
 * Thrown if the connection fails, or breaks before the response is complete. The service may have processed the
 * request.
 */
export class ConnectionError extends CarrierNestError {
  override readonly name = 'ConnectionError';

  constructor(requestLabel: string, cause: unknown) {
    super(`No response from ${requestLabel}: ${causeMessage(cause)}`, { cause });
  }
}

/** Thrown if no response arrives in time. The service may have processed the request. */
export class TimeoutError extends CarrierNestError {
  override readonly name = 'TimeoutError';

  constructor(requestLabel: string, timeoutMs: number) {
    super(`No response from ${requestLabel} within ${timeoutMs} ms`);
  }
}

/**
 * Thrown if the service cannot read the cursor and returned the first page again, because a program that follows the
 * pages would never end.
 */
export class IgnoredCursorError extends CarrierNestError {
  override readonly name = 'IgnoredCursorError';

  constructor(requestName: string) {
    super(
      `${requestName} cannot read the cursor, and returned the first page. Pass the next_cursor of the page before unchanged, or no cursor`,
    );
  }
}

/** Reads the reason from the innermost cause, where `fetch` puts it. */
function causeMessage(error: unknown): string {
  if (!isObject(error)) return String(error);
  return isObject(error['cause']) && error['cause']['message']
    ? causeMessage(error['cause'])
    : String(error['message']);
}

/** Thrown before anything is sent if a reply would go to an address that may not belong to the conversation. */
export class UnknownRecipientError extends CarrierNestError {
  override readonly name = 'UnknownRecipientError';
  readonly addresses: readonly string[];

  constructor(addresses: readonly string[]) {
    super(
      `Nothing was sent. The reply would go to ${addresses.join(', ')}, and nothing proves that this belongs to the conversation. Check the recipients, and repeat the call with allow_unknown: true`,
    );
    this.addresses = addresses;
  }
}

/** Thrown before the request if an argument or a setting is invalid. */
export class InvalidArgumentError extends TypeError {
  override readonly name = 'InvalidArgumentError';
}

/** Reads an error response, which may come from a proxy in front of the service. */
export async function readError(response: Response): Promise<ApiError> {
  return toApiError(response, await response.text());
}

/**
 * Reads a successful response. Throws if the response is not JSON, because a proxy in front of the service may have
 * sent it.
 */
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
