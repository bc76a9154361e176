import { errorCode } from '../../../core/error-code';
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkDestination, type Destination } from './check-destination';

/** The result of an attempt: the status code, if the endpoint responded, and the error, if the attempt failed. */
export interface PostOutcome {
  statusCode?: number;
  error?: string;
}

/** The limit for the lookup, the connection and the response together (W-22). */
const timeoutMs = 10_000;

/**
 * The time limit for connecting to each address except the last. Node's default of a quarter of a second is too short
 * for distant hosts.
 */
const connectOptions = { autoSelectFamilyAttemptTimeout: 2_000 };

/** The response body is not used, but is read up to this size, so that the endpoint can finish sending. */
const responseBytesMax = 16_384;

/** The limit for the headers of each response, in bytes. */
const maxHeaderSize = 16_384;

/** The maximum number of interim responses (1xx) before the final response. */
const interimMax = 10;

/**
 * Posts the body to a webhook's URL. Resolves the host again, connects only to a checked address and does not follow
 * redirects (W-24, W-25). Never throws.
 */
export async function postToEndpoint(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const destination = await rejectOnAbort(checkDestination(url), signal);
    if (destination.kind === 'blocked') return { error: destination.error };
    const lookup = lookupPinned(destination.addresses);
    // Do not keep connections alive, because a reused connection goes to an address that was checked for an earlier
    // attempt.
    const options = {
      method: 'POST',
      headers,
      signal,
      lookup,
      agent: false,
      maxHeaderSize,
      ...connectOptions,
    };
    return toOutcome(await sendRequest(new URL(url), options, body));
  } catch (error) {
    return { error: describeError(error, signal) };
  }
}

/**
 * Returns only the checked addresses, regardless of the host's current addresses. Calls back on the next tick.
 * Otherwise a connection that fails immediately, for example because the network is unreachable, would emit its error
 * before a listener is registered. Such an error ends the process.
 */
const lookupPinned =
  (addresses: Extract<Destination, { kind: 'ok' }>['addresses']): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    process.nextTick(() =>
      options.all ? callback(null, [...addresses]) : callback(null, first?.address ?? '', first?.family),
    );
  };

/** Returns the status of the response, once the response has ended or enough of the body was read. */
function sendRequest(url: URL, options: RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    const onClose = () => reject(new Error('connection closed before a response'));
    const request = send(url, options, (response) => {
      const finish = () => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      };
      // The endpoint has responded, so ignore errors in the remaining response.
      request.off('error', reject).off('close', onClose).on('error', finish);
      readLimited(response, finish);
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim <= interimMax) return;
      // Reject now, because the final response may arrive in the same data.
      reject(new Error(`more than ${interimMax} interim responses (1xx)`));
      request.destroy();
    });
    // Without a listener, a 101 response ends the connection without an error.
    request.on('upgrade', (response: IncomingMessage, socket: Duplex) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject).on('close', onClose);
    request.end(body);
  });
}

function readLimited(response: IncomingMessage, finish: () => void): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes >= responseBytesMax) finish();
  });
  response.on('end', finish).on('error', finish).on('close', finish);
}

function toOutcome(statusCode: number): PostOutcome {
  if (statusCode < 300 || statusCode >= 400) return { statusCode };
  return { statusCode, error: 'redirect not followed: webhook endpoints must answer directly' };
}

const timeoutMessage = `timed out after ${timeoutMs / 1000} seconds`;

const errorMessages: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset before a response',
  EPIPE: 'connection reset before a response',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
};

/** The maximum length of an error, in characters (W-35). */
const errorLengthMax = 500;

function describeError(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return timeoutMessage;
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : '';
  return (errorMessages[code] ?? describeProtocolError(code) ?? (message || code))
    .trim()
    .slice(0, errorLengthMax);
}

/**
 * Describes protocol errors, because the libraries' descriptions refer to the source code of the libraries. The
 * descriptions of certificate errors are clear.
 */
function describeProtocolError(code: string): string | undefined {
  if (code.startsWith('HPE_')) return 'the response was not HTTP';
  return code === 'EPROTO' || code.startsWith('ERR_SSL_') ? 'the TLS handshake failed' : undefined;
}

/** Rejects when the signal aborts. A lookup cannot be canceled, but the attempt need not wait for it. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(timeoutMessage)), { once: true });
    work.then(resolve, reject);
  });
}
