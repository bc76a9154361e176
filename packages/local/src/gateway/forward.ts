import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { forwardedHeaders } from './event';

/**
 * The gateway sends bodies of at least this size to the ingress, because the event could be too large for a function.
 */
const ingressBodyBytesMin = 3_000_000;

// Use keep-alive, because with `Connection: close`, a reset after an early error response would discard that response.
const agent = new Agent({ keepAlive: true });

/** Whether the request must go to the ingress because its body is large or of unknown length. */
export function needsIngress(message: IncomingMessage): boolean {
  const length = message.headers['content-length'];
  if (length !== undefined) return Number(length) >= ingressBodyBytesMin;
  return message.headers['transfer-encoding'] !== undefined;
}

/** Streams the request to the ingress and the response back. Rejects if the ingress cannot be reached. */
export function forwardToIngress(
  origin: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Pass the path unparsed, because `new URL` would read a path that begins with two slashes as another host.
    const upstream = httpRequest(origin, {
      path: message.url,
      method: message.method,
      headers: headersOf(message),
      setHost: false,
      agent,
    });
    upstream.once('response', (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, endToEndHeaders(upstreamResponse.rawHeaders));
      pipeline(upstreamResponse, response, () => {
        if (message.complete) return;
        // After an early error response, drain the rest of the body, because clients read the response only after they
        // have sent the whole body.
        message.unpipe(upstream);
        message.resume();
        upstream.destroy();
      });
    });
    upstream.on('error', (error) => (response.headersSent ? resolve() : reject(error)));
    // If the client aborts the body, the ingress must see an aborted body too.
    message.once('close', () => !message.complete && upstream.destroy());
    response.once('close', () => resolve());
    message.pipe(upstream);
  });
}

/** Removes the headers about the connection to the ingress. */
function endToEndHeaders(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_text, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !/^(connection|keep-alive)$/i.test(name);
  });
}

/** The raw headers, which keep the letter case of names and repeated headers. */
function headersOf(message: IncomingMessage): string[] {
  const headers: string[] = [];
  const added = forwardedHeaders(message);
  const replaced = new Set(['connection', 'expect', ...Object.keys(added).map((name) => name.toLowerCase())]);
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    const [name, value] = [message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? ''];
    if (!replaced.has(name.toLowerCase())) headers.push(name, value);
  }
  for (const [name, values] of Object.entries(added)) headers.push(name, values.join(', '));
  return headers;
}
