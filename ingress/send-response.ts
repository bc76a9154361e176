import type { IncomingMessage, ServerResponse } from 'node:http';
import { routes } from '../functions/api/routes';
import { defaultHeaders } from '../shared/http/default-headers';
import type { HttpResponse } from '../shared/http/responses';
import { bodyMaxOf } from '../shared/http/route';

/** Four times the largest body of any endpoint. No client sends this much by mistake. */
const unreadBytesMax = 4 * Math.max(...routes.map(bodyMaxOf));

/**
 * Responds to a client that may still be sending. If the ingress closed the connection immediately, the connection
 * would be reset, and the client would lose the response. Therefore, the ingress first reads and discards the rest of
 * the body, up to a limit in size and time.
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
    ...defaultHeaders,
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    ...(isClientSending && { Connection: 'close' }),
  });
  response.write(body);
  // Node closes the connection at the end of the response, even if the client has not received the response yet.
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
    // The request may be paused for an upload that was aborted.
    request.unpipe().resume();
  });
