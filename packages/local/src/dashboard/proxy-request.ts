import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

type Headers = Record<string, string | string[] | undefined>;

/** Of the console's address, or of the connection to it. */
const strippedHeaders = /^(host|origin|referer|cookie|connection|keep-alive|expect)$/;

/** A file that somebody sent is saved; were it opened here all the same, nothing in it runs. */
const sandboxHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Passes a request on to the API as it is. */
export function proxyRequest(
  { api }: { api: string },
  message: IncomingMessage,
  response: ServerResponse,
): void {
  forward(api, headersOf(message), message, response, {});
}

/**
 * With the key of the seeded workspace where it has no credential: so the pages here need none, and none is in the
 * browser.
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
  // The path as it is: by `new URL` one that begins with two slashes would lead to another host.
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
