/** Every error type that a client can receive, with its status (R-28). */
export const errorCatalog = {
  invalid_json: 400,
  invalid_request: 422,
  unauthorized: 401,
  plan_limit_reached: 402,
  payment_method_required: 402,
  billing_past_due: 402,
  budget_exceeded: 402,
  forbidden: 403,
  recipient_not_allowed: 403,
  not_found: 404,
  conflict: 409,
  invalid_state: 409,
  idempotency_in_progress: 409,
  approval_in_progress: 409,
  gone: 410,
  payload_too_large: 413,
  idempotency_key_reused: 422,
  missing_variables: 422,
  unknown_topic: 422,
  invalid_schedule: 422,
  no_verified_identity: 422,
  no_postal_address: 422,
  warmup_limit: 422,
  workspace_suspended: 422,
  rate_limited: 429,
  daily_limit: 429,
  internal_error: 500,
  provider_error: 502,
  service_unavailable: 503,
} as const;

export type ErrorType = keyof typeof errorCatalog;

export interface ErrorDetail {
  path: (string | number)[];
  message: string;
}

interface ErrorExtras {
  /**
   * A status that differs from `errorCatalog`. Used only for `invalid_request`: 400 for an unreadable body, and 415 for
   * an unsupported charset or encoding.
   */
  status?: number;
  details?: ErrorDetail[];
  missing?: string[];
  headers?: Record<string, string>;
  /** Fields of the response body next to `error`. */
  extraFields?: object;
  /** Whether the action may have succeeded despite the error, so that the caller must check before a retry. */
  outcomeUnknown?: boolean;
  cause?: unknown;
}

/** The only class of error whose message is returned to clients. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetail[] | undefined;
  readonly missing: string[] | undefined;
  readonly headers: Record<string, string>;
  readonly extraFields: object | undefined;
  readonly outcomeUnknown: boolean;

  constructor(
    readonly type: ErrorType,
    message: string,
    extras: ErrorExtras = {},
  ) {
    super(message, { cause: extras.cause });
    this.status = extras.status ?? errorCatalog[type];
    this.details = extras.details;
    this.missing = extras.missing;
    this.headers = extras.headers ?? {};
    this.extraFields = extras.extraFields;
    this.outcomeUnknown = extras.outcomeUnknown ?? false;
  }
}

/** Copies the error and marks the outcome of the action as unknown, because the action may have succeeded. */
export const withUnknownOutcome = ({ type, message, status, details, missing, headers, cause }: ApiError) =>
  new ApiError(type, message, {
    status,
    headers,
    outcomeUnknown: true,
    cause,
    ...(details && { details }),
    ...(missing && { missing }),
  });

/** The body of every error response: `{ error: { type, message, details?, missing? } }` and the extra fields. */
export function presentError(error: ApiError) {
  return {
    error: {
      type: error.type,
      message: error.message,
      ...(error.details && { details: error.details }),
      ...(error.missing && { missing: error.missing }),
    },
    ...error.extraFields,
  };
}

export const unauthorized = (message: string) =>
  new ApiError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

export const notFound = (entity: string, hint = '') =>
  new ApiError('not_found', `No such ${entity}${hint && `. ${hint}`}`);

export const invalidRequest = (message: string, details?: ErrorDetail[]) =>
  new ApiError('invalid_request', message, { ...(details && { details }) });

export const invalidState = (message: string) => new ApiError('invalid_state', message);

export const forbidden = (message: string) => new ApiError('forbidden', message);

const namesMax = 10;

/**
 * Throws 409 if other resources use the resource that a client wants to delete. The message lists the first ten of the
 * other resources.
 */
export function refuseIfUsed(entity: string, userNoun: string, names: readonly string[]): void {
  if (names.length === 0) return;
  const listed = names.slice(0, namesMax).join(', ');
  const suffix = names.length > namesMax ? ` and ${names.length - namesMax} more` : '';
  throw invalidState(
    `The ${entity} is used by the ${userNoun}${names.length === 1 ? '' : 's'} ${listed}${suffix}`,
  );
}
