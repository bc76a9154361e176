import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

type Headers = Record<string, string | string[] | undefined>;

/** Headers that describe the console's address or the client's connection to the console. */
const strippedHeaders = /^(host|origin|referer|cookie|connection|keep-alive|expect)$/;

/**
 * Attachments are untrusted. The API sends them as downloads, and the sandbox prevents scripts if a browser opens an
 * attachment.
 */
const sandboxHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Forwards a request to the API with the credential of the request. */
export function proxyRequest(
  { api }: { api: string },
  message: IncomingMessage,
  response: ServerResponse,
): void {
  forward(api, headersOf(message), message, response, {});
}

/**
 * Forwards a request. If the request has no credential, adds the key of the seeded workspace, so that the browser needs
 * no key.
 */
export function proxyRequestAsOwner(
  { api, key }: { api: string; key: string },
  message: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = { authorization: `Bearer ${key}`, ...headersOf(message) };
  forward(api, headers, message, response, sandboxHeaders);
}

const headersOf = ({ headers }: IncomingMessage): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !strippedHeaders.test(name)));

function forward(
  api: string,
  headers: Headers,
  message: IncomingMessage,
  response: ServerResponse,
  added: Record<string, string>,
): void {
  // Pass the path unparsed, because `new URL` would read a path that begins with two slashes as another host.
  const upstream = httpRequest(api, { path: message.url, method: message.method, headers });
  upstream.once('response', (upstreamResponse) => {
    const responseHeaders = Object.entries(upstreamResponse.headers).filter(
      ([name]) => !/^(connection|keep-alive)$/.test(name),
    );
    response.writeHead(upstreamResponse.statusCode ?? 502, {
      ...Object.fromEntries(responseHeaders),
      ...added,
    });
    pipeline(upstreamResponse, response, () => message.resume());
  });
  upstream.once('error', (error) => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(502, { 'Content-Type': 'application/json', ...sandboxHeaders });
    response.end(JSON.stringify({ error: { type: 'service_unavailable', message: error.message } }));
  });
  response.once('close', () => !response.writableFinished && upstream.destroy());
  message.pipe(upstream);
}
