import { errorCode } from '../../../core/error-code';
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkDestination, type Destination } from './check-destination';

/** How an attempt went: the status, where the endpoint answered with one, and what went wrong. */
export interface PostOutcome {
  statusCode?: number;
  error?: string;
}

/** Look-up, connection and answer together (W-22). */
const timeoutMs = 10_000;

/** For each address but the last: Node's own quarter of a second is too short for half of the world. */
const connectOptions = { autoSelectFamilyAttemptTimeout: 2_000 };

/** What an answer says does not matter: so much of it is read, so that the endpoint can end it. */
const responseBytesMax = 16_384;

/** Of the headers of each answer, in bytes. */
const maxHeaderSize = 16_384;

/** Answers of 1xx say that another one follows. */
const interimMax = 10;

/**
 * Posts the body to a webhook's URL. The host is resolved anew and the connection made only to an address that
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
    // A connection that stayed open would be to an address that was checked for an earlier attempt.
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
 * The checked addresses, and no other, whatever the host resolves to by now. Not at once: a connection that fails at
 * once, as to a network that is unreachable, would fail before anybody listens, and end the process.
 */
const lookupPinned =
  (addresses: Extract<Destination, { kind: 'ok' }>['addresses']): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    process.nextTick(() =>
      options.all ? callback(null, [...addresses]) : callback(null, first?.address ?? '', first?.family),
    );
  };

/** The status of the answer, once it has ended or enough of it was read. */
function sendRequest(url: URL, options: RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    const onClose = () => reject(new Error('connection closed before an answer'));
    const request = send(url, options, (response) => {
      const finish = () => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      };
      // It has answered: how the rest of the answer goes changes nothing.
      request.off('error', reject).off('close', onClose).on('error', finish);
      readLimited(response, finish);
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim <= interimMax) return;
      // At once: the answer proper may stand behind it.
      reject(new Error('more interim answers (1xx) than anybody needs'));
      request.destroy();
    });
    // Unheard, an answer of 101 ends the connection without an error.
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
  ECONNRESET: 'connection reset before an answer',
  EPIPE: 'connection reset before an answer',
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

/** What the libraries say of these names their own lines. What is wrong with a certificate they say well. */
function describeProtocolError(code: string): string | undefined {
  if (code.startsWith('HPE_')) return 'the answer was not HTTP';
  return code === 'EPROTO' || code.startsWith('ERR_SSL_') ? 'the TLS handshake failed' : undefined;
}

/** A look-up cannot be cancelled, but it need not be waited for. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(timeoutMessage)), { once: true });
    work.then(resolve, reject);
  });
}
