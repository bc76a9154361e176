import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

type Headers = Record<string, string | string[] | undefined>;

/** Of the console's address, or of the connection to it. */
const notPassedOn = /^(host|origin|referer|cookie|connection|keep-alive|expect)$/;

/** A file that somebody sent is saved; were it opened here all the same, nothing in it runs. */
const harmless = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Passes a request on to the API as it is. */
export function passOn({ api }: { api: string }, message: IncomingMessage, response: ServerResponse): void {
  carry(api, headersOf(message), message, response, {});
}

/**
 * With the key of the seeded workspace where it has no credential: so the pages here need none, and none is in the
 * browser.
 */
export function passOnAsOwner(
  { api, key }: { api: string; key: string },
  message: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = { authorization: `Bearer ${key}`, ...headersOf(message) };
  carry(api, headers, message, response, harmless);
}

const headersOf = ({ headers }: IncomingMessage): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.test(name)));

function carry(
  api: string,
  headers: Headers,
  message: IncomingMessage,
  response: ServerResponse,
  added: Record<string, string>,
): void {
  // The path as it is: by `new URL` one that begins with two slashes would lead to another host.
  const onward = httpRequest(api, { path: message.url, method: message.method, headers });
  onward.once('response', (answer) => {
    const answered = Object.entries(answer.headers).filter(
      ([name]) => !/^(connection|keep-alive)$/.test(name),
    );
    response.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(answered), ...added });
    pipeline(answer, response, () => message.resume());
  });
  onward.once('error', (error) => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(502, { 'Content-Type': 'application/json', ...harmless });
    response.end(JSON.stringify({ error: { type: 'service_unavailable', message: error.message } }));
  });
  response.once('close', () => !response.writableFinished && onward.destroy());
  message.pipe(onward);
}
