import { errorCode } from '../../../core/error-code';
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkDestination, type Destination } from './check-destination';

/** The result of an attempt: the status, if the endpoint responded, and the error. */
export interface PostOutcome {
  statusCode?: number;
  error?: string;
}

/** The limit for the lookup, the connection and the response together (W-22). */
const timeoutMs = 10_000;

/** The time for each address but the last. Node's default of a quarter of a second is too short for distant hosts. */
const connectOptions = { autoSelectFamilyAttemptTimeout: 2_000 };

/** The response body is not used. It is read up to this size, so that the endpoint can finish it. */
const responseBytesMax = 16_384;

/** The limit for the headers of each response, in bytes. */
const maxHeaderSize = 16_384;

/** A response of 1xx is followed by another one. */
const interimMax = 10;

/**
 * Posts the body to a webhook's URL. The host is resolved again, and the connection is made only to an address that
 * was checked; redirects are not followed (W-24, W-25). Never throws.
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
    // A kept-alive connection would be to an address that was checked for an earlier attempt.
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
 * Returns only the checked addresses, regardless of what the host resolves to by now. It calls back on the next tick:
 * a connection that fails immediately, for example because the network is unreachable, would otherwise emit its error
 * before a listener is registered, and end the process.
 */
const lookupPinned =
  (addresses: Extract<Destination, { kind: 'ok' }>['addresses']): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    process.nextTick(() =>
      options.all ? callback(null, [...addresses]) : callback(null, first?.address ?? '', first?.family),
    );
  };

/** Returns the status of the response, once it has ended or enough of it was read. */
function sendRequest(url: URL, options: RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    const onClose = () => reject(new Error('connection closed before a response'));
    const request = send(url, options, (response) => {
      const finish = () => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      };
      // The endpoint has responded, so errors in the rest of the response do not matter.
      request.off('error', reject).off('close', onClose).on('error', finish);
      readLimited(response, finish);
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim <= interimMax) return;
      // Reject now, because the final response may follow in the same data.
      reject(new Error(`more than ${interimMax} interim responses (1xx)`));
      request.destroy();
    });
    // Without a listener, a response of 101 ends the connection without an error.
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

/** At most 500 characters (W-35). */
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
 * Names for errors that the libraries describe in terms of their source. Their descriptions of certificate errors are
 * good.
 */
function describeProtocolError(code: string): string | undefined {
  if (code.startsWith('HPE_')) return 'the response was not HTTP';
  return code === 'EPROTO' || code.startsWith('ERR_SSL_') ? 'the TLS handshake failed' : undefined;
}

/** A lookup cannot be canceled, but the attempt need not wait for it. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(timeoutMessage)), { once: true });
    work.then(resolve, reject);
  });
}
