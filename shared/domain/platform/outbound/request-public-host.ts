import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCode } from '../../../core/error-code';
import type { Destination } from './destination';

/** The status code of the response, or the error and its code if there was no response. */
export type OutboundOutcome =
  { kind: 'responded'; statusCode: number } | { kind: 'failed'; error: string; code: string };

interface OutboundRequest {
  /** Resolves the host and checks its addresses. */
  checkHost: () => Promise<Destination>;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** The limit for the lookup, the connection and the response together. */
  timeoutMs: number;
}

/**
 * The time limit for connecting to each address except the last. Node's default of a quarter of a second is too short
 * for distant hosts.
 */
const connectOptions = { autoSelectFamilyAttemptTimeout: 2_000 };

/** The response body is not used, but is read up to this size, so that the host can finish sending. */
const responseBytesMax = 16_384;

/** The limit for the headers of each response, in bytes. */
const maxHeaderSize = 16_384;

/** The maximum number of interim responses (1xx) before the final response. */
const interimMax = 10;

/**
 * Sends a request to a host that a user chose. Connects only to a checked address and does not follow redirects. Never
 * throws.
 */
export async function requestPublicHost(
  url: string,
  { checkHost, method, headers = {}, body, timeoutMs }: OutboundRequest,
): Promise<OutboundOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const destination = await rejectOnAbort(checkHost(), signal);
    if (destination.kind === 'blocked') return { kind: 'failed', error: destination.error, code: 'BLOCKED' };
    // Do not keep connections alive, because a reused connection goes to an address that was checked for an earlier
    // request.
    const options = {
      method,
      headers,
      signal,
      lookup: lookupPinned(destination.addresses),
      agent: false,
      maxHeaderSize,
      ...connectOptions,
    };
    return { kind: 'responded', statusCode: await sendRequest(new URL(url), options, body) };
  } catch (error) {
    if (signal.aborted)
      return { kind: 'failed', error: `timed out after ${timeoutMs / 1000} seconds`, code: 'TIMEOUT' };
    return { kind: 'failed', error: describeError(error), code: errorCode(error) };
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
function sendRequest(url: URL, options: RequestOptions, body: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    const onClose = () => reject(new Error('connection closed before a response'));
    const request = send(url, options, (response) => {
      const finish = () => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      };
      // The host has responded, so ignore errors in the remaining response.
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

function describeError(error: unknown): string {
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

/** Rejects when the signal aborts. A lookup cannot be canceled, but the request need not wait for it. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    work.then(resolve, reject);
  });
}
