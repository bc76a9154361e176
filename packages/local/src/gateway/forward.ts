import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { forwardedHeaders } from './event';

/** The ingress parks bodies from this size on: the event with such a body might be too large for a function. */
const ingressBodyBytesMin = 3_000_000;

// Kept alive: with `Connection: close` an early refusal would be lost in the reset that follows it.
const agent = new Agent({ keepAlive: true });

/** Whether the request goes to the ingress: its body is large, or of unknown length. */
export function needsIngress(message: IncomingMessage): boolean {
  const length = message.headers['content-length'];
  if (length !== undefined) return Number(length) >= ingressBodyBytesMin;
  return message.headers['transfer-encoding'] !== undefined;
}

/** Passes request and answer on as they come. Rejects if the ingress cannot be reached. */
export function forwardToIngress(
  origin: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // As it is: by `new URL` a path that begins with two slashes would lead to another host.
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
        // An early refusal leaves the rest of the body unread. It is read here: only then does the client read the answer.
        message.unpipe(upstream);
        message.resume();
        upstream.destroy();
      });
    });
    upstream.on('error', (error) => (response.headersSent ? resolve() : reject(error)));
    // A body that is cut off must look cut off to the ingress too.
    message.once('close', () => !message.complete && upstream.destroy());
    response.once('close', () => resolve());
    message.pipe(upstream);
  });
}

/** Without what the ingress says of its own connection. */
function endToEndHeaders(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_text, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !/^(connection|keep-alive)$/i.test(name);
  });
}

/** Raw, so that names keep their case and repeated ones stay repeated. */
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
