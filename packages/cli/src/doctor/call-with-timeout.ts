import { asRecord } from '../../../local/src/machine/as-record';

/** The timeout of one call, including its retries. */
const timeoutMs = 5_000;

/**
 * A failed call. `silent` is a network error, no response, a throttled call or a server error. `denied` means that the
 * caller lacks the permission. `refused` is any other error of the service, with the service's error code.
 */
export class CallFailure extends Error {
  constructor(
    /** The IAM name of the call: `ses:GetAccount`. */
    readonly action: string,
    readonly kind: 'silent' | 'denied' | 'refused',
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`${action}: ${code}`, options);
  }
}

/** Makes one call. Throws `CallFailure` if the call fails, and rethrows any error that the call did not cause. */
export async function callWithTimeout<T>(
  action: string,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await Promise.race([call(signal), rejectOnAbort(signal)]);
  } catch (error) {
    throw toCallFailure(action, error);
  }
}

/** Rejects on abort, because some calls check their signal only after they have started. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    // `AbortSignal.timeout` aborts with a DOMException, which is an instance of Error.
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  );

export const isRefusal = (error: unknown, ...codes: string[]): error is CallFailure =>
  error instanceof CallFailure && error.kind === 'refused' && codes.includes(error.code);

function toCallFailure(action: string, error: unknown): unknown {
  const { name, code, cause, status } = readErrorFields(error);
  if (error instanceof CallFailure) return error;
  if (isTimeout(name))
    return new CallFailure(action, 'silent', `no response in ${timeoutMs / 1_000} s`, { cause: error });
  if (isNetworkError(code)) return new CallFailure(action, 'silent', code, { cause: error });
  if (status !== undefined) return new CallFailure(action, failureKind(name, status), name, { cause: error });
  if (isCredentialsError(name)) return new CallFailure(action, 'refused', name, { cause: error });
  // `fetch` and `administer` put the underlying error in `cause`.
  return cause === undefined ? error : toCallFailure(action, cause);
}

interface ErrorFields {
  name: string;
  code: string;
  cause: unknown;
  /**
   * The HTTP status of AWS's response: 0 if the SDK does not provide the status, undefined if there was no response.
   */
  status: number | undefined;
}

function readErrorFields(error: unknown): ErrorFields {
  const { name, code, cause, $metadata } = asRecord(error);
  const { httpStatusCode } = asRecord($metadata);
  const status = typeof httpStatusCode === 'number' ? httpStatusCode : 0;
  return {
    name: typeof name === 'string' ? name : '',
    code: typeof code === 'string' ? code : '',
    cause,
    status: $metadata ? status : undefined,
  };
}

const isTimeout = (name: string): boolean => ['AbortError', 'TimeoutError'].includes(name);

const isNetworkError = (code: string): boolean =>
  /^(E(CONN|HOST|NET|PIPE|AI_|NOT|TIME|PROTO)|CERT_|ERR_(TLS|SSL)|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|UND_ERR)/.test(
    code,
  );

/** Detects missing credentials or an expired session, which the SDK reports before it makes the call. */
const isCredentialsError = (name: string): boolean =>
  /^(CredentialsProvider|TokenProvider|Provider)Error$/.test(name);

function failureKind(name: string, status: number): CallFailure['kind'] {
  if (/AccessDenied|NotAuthorized|UnauthorizedOperation|AuthorizationError/.test(name)) return 'denied';
  if (status >= 500 || status === 429 || /Throttl|TooManyRequests/.test(name)) return 'silent';
  return 'refused';
}
