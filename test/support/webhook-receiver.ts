import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './service';

/** A request that the receiver received, with its exact bytes. */
export interface ReceivedRequest {
  /** The time at which the receiver had the whole request, in ms of a clock that tests do not move. */
  receivedAtMs: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** How a receiver handles a request. */
export type ResponseBehavior = (response: ServerResponse, request: ReceivedRequest) => void;

interface ReceiverOptions {
  behavior?: ResponseBehavior;
  tls?: { key: Buffer; cert: Buffer };
}

/** A customer's server that receives webhooks. It records every request and responds as configured. */
export class WebhookReceiver {
  readonly received: ReceivedRequest[] = [];
  /** The number of connections, including those without a request. */
  connections = 0;

  private readonly sockets = new Set<Socket>();

  private constructor(
    readonly host: string,
    private readonly server: Server,
    private readonly isSecure: boolean,
    private behavior: ResponseBehavior,
  ) {
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket.once('close', () => this.sockets.delete(socket)));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.handleRequest(request, response),
    );
  }

  /** Starts a receiver and maps the host's public address to this server. */
  static async start(
    service: Service,
    host: string,
    { behavior = respondWith(200), tls }: ReceiverOptions = {},
  ): Promise<WebhookReceiver> {
    const server = tls ? createSecureServer(tls) : createServer();
    const receiver = new WebhookReceiver(host, server, tls !== undefined, behavior);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await receiver.mapHostToReceiver(service);
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.isSecure ? 'https' : 'http'}://${this.host}/hook`;
  }

  /** Maps the host's public address to this server. */
  async mapHostToReceiver(service: Service, host = this.host): Promise<void> {
    await service.control('PUT', `/hosts/${host}`, { to: `127.0.0.1:${this.port}` });
  }

  setBehavior(behavior: ResponseBehavior): void {
    this.behavior = behavior;
  }

  /**
   * Waits until the receiver has received `count` requests in total. Only the time limit of the test bounds the wait.
   */
  async waitForRequests(count: number): Promise<void> {
    while (this.received.length < count) await sleep(5);
  }

  /** Closes every connection and refuses new ones. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  private handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A client may disconnect or be killed before it has sent the whole request.
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const received = {
        receivedAtMs: performance.now(),
        method,
        path,
        headers,
        body: Buffer.concat(chunks),
      };
      this.received.push(received);
      this.behavior(response, received);
    });
  }
}

/** Returns the payload of a request. */
export const payloadOf = ({ body }: ReceivedRequest): Record<string, unknown> =>
  JSON.parse(body.toString()) as Record<string, unknown>;

/**
 * Returns the time of the signature, in seconds, and throws unless the signature matches the secret and these exact
 * bytes.
 */
export function verifySignature({ headers, body }: ReceivedRequest, secret: string): number {
  const header = String(headers['x-cn-signature']);
  const [, timestamp = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  if (signature !== hmac) throw new Error(`Not signed with the secret: ${header}`);
  return Number(timestamp);
}

export const respondWith =
  (status: number, headers: OutgoingHttpHeaders = {}): ResponseBehavior =>
  (response) =>
    void response.writeHead(status, headers).end('{"ok":true}');

/** Never responds. */
export const neverRespond: ResponseBehavior = () => undefined;

export const respondAfter =
  (ms: number, status: number): ResponseBehavior =>
  (response, request) =>
    void setTimeout(() => respondWith(status)(response, request), ms);

/** Closes the connection without a response. */
export const closeConnection: ResponseBehavior = (response) => void response.socket?.end();

export const resetConnection: ResponseBehavior = (response) => void response.socket?.resetAndDestroy();

/** Writes this text instead of a valid HTTP response, and keeps the connection open. */
export const writeRaw =
  (text: string): ResponseBehavior =>
  (response) =>
    void response.socket?.write(text);

/** Sends a status line and then endless headers, as fast as the client accepts them. */
export const floodHeaders: ResponseBehavior = (response) => {
  response.socket?.write('HTTP/1.1 200 OK\r\n');
  writeEndlessly(response, `X-Flood: ${'a'.repeat(1_000)}\r\n`);
};

/** Sends a status line and then an endless body, as fast as the client accepts it. */
export const floodBody =
  (status: number): ResponseBehavior =>
  (response) => {
    response.socket?.write(`HTTP/1.1 ${status} Whatever\r\nContent-Type: text/plain\r\n\r\n`);
    writeEndlessly(response, 'a'.repeat(65_536));
  };

/** Sends `text`, then single bytes at intervals, and never completes the response. */
export const trickleBody =
  (text: string, everyMs = 200): ResponseBehavior =>
  (response) => {
    const { socket } = response;
    socket?.write(text);
    const timer = setInterval(() => socket?.write('a'), everyMs);
    socket?.once('close', () => clearInterval(timer));
  };

/** Handles the first `count` requests with `first`, and all later requests with `then`. */
export function switchAfter(
  count: number,
  first: ResponseBehavior,
  then: ResponseBehavior,
): ResponseBehavior {
  let remaining = count;
  return (response, request) => {
    remaining -= 1;
    return remaining >= 0 ? first(response, request) : then(response, request);
  };
}

function writeEndlessly({ socket }: ServerResponse, text: string): void {
  const writeMore = (): void => {
    while (socket && !socket.destroyed && socket.write(text));
  };
  socket?.on('drain', writeMore).on('error', () => undefined);
  writeMore();
}
