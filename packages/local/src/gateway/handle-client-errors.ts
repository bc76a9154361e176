import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiSpec } from '../template/deployment';
import { gatewayResponse } from './gateway-response';

/** Errors of Node's HTTP server that have a more specific status than 400. */
const statusByErrorCode: Readonly<Record<string, number | undefined>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

interface Exchange {
  message: IncomingMessage;
  response: ServerResponse;
}

/** Responds in the error format of the API where Node would respond without a body. */
export function handleClientErrors(server: Server, api: ApiSpec): void {
  const lastExchanges = new WeakMap<Duplex, Exchange>();
  server.on('request', (message, response) => lastExchanges.set(message.socket, { message, response }));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const lastExchange = lastExchanges.get(socket);
    const pendingExchange = lastExchange?.response.writableFinished ? undefined : lastExchange;
    // If the response to a complete earlier request is pending, an error response must not be mixed into that response.
    if (pendingExchange?.message.complete)
      return void pendingExchange.response.once('close', () => socket.destroy());
    if (!socket.writable || error.code === 'ECONNRESET' || pendingExchange?.response.headersSent)
      return void socket.destroy();
    socket.end(rawErrorResponse(api, error, pendingExchange ? 'BAD_REQUEST_BODY' : 'DEFAULT_4XX'));
  });
}

function rawErrorResponse(
  api: ApiSpec,
  { code = '' }: NodeJS.ErrnoException,
  type: 'BAD_REQUEST_BODY' | 'DEFAULT_4XX',
): string {
  const response = gatewayResponse(api.gatewayResponses, type, { requestId: randomUUID() });
  const status = statusByErrorCode[code] ?? response.status;
  const headers = {
    ...response.headers,
    'Content-Length': Buffer.byteLength(response.body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', String(response.body)].join(
    '\r\n',
  );
}
