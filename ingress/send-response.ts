import type { IncomingMessage, ServerResponse } from 'node:http';
import { routes } from '../functions/api/routes';
import type { HttpResponse } from '../shared/http/responses';
import { bodyMaxOf } from '../shared/http/route';

/** Four times the largest body that any endpoint takes: nobody sends so much by mistake. */
const unreadBytesMax = 4 * Math.max(...routes.map(bodyMaxOf));

/**
 * Answers a client that may still be writing. Closing then would reset the connection, and the answer be lost with it:
 * so the rest of the body is read and forgotten, up to a size and a time, and only then is it closed.
 */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { statusCode, headers, body }: HttpResponse,
  unreadMsMax: number,
): Promise<void> {
  if (response.destroyed) return;
  const isClientSending = !request.complete;
  response.writeHead(statusCode, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    ...(isClientSending && { Connection: 'close' }),
  });
  response.write(body);
  // Node closes the connection at the end of the answer, not when the client has it.
  if (isClientSending) await discardRest(request, unreadMsMax);
  response.end();
}

const discardRest = (request: IncomingMessage, unreadMsMax: number): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0;
    request.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > unreadBytesMax) resolve();
    });
    const timer = setTimeout(resolve, unreadMsMax);
    request.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    // It may be waiting for an upload that is given up.
    request.unpipe().resume();
  });
