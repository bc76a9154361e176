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

/** A request as it came, byte for byte. */
export interface Received {
  /** When all of it was here, in ms of a clock that nobody moves. */
  at: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What a receiver does about a request. */
export type Reaction = (response: ServerResponse, request: Received) => void;

interface Options {
  reaction?: Reaction;
  tls?: { key: Buffer; cert: Buffer };
}

/** Somebody's server that webhooks are sent to. It keeps every request and reacts as told. */
export class Receiver {
  readonly received: Received[] = [];
  /** Connections that were made, also those without a request. */
  connections = 0;

  private readonly sockets = new Set<Socket>();

  private constructor(
    readonly host: string,
    private readonly server: Server,
    private readonly isSecure: boolean,
    private reaction: Reaction,
  ) {
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket.once('close', () => this.sockets.delete(socket)));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.take(request, response),
    );
  }

  /** Listens, and has the host's public address lead here. */
  static async start(
    service: Service,
    host: string,
    { reaction = answers(200), tls }: Options = {},
  ): Promise<Receiver> {
    const server = tls ? createSecureServer(tls) : createServer();
    const receiver = new Receiver(host, server, tls !== undefined, reaction);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await receiver.connect(service);
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.isSecure ? 'https' : 'http'}://${this.host}/hook`;
  }

  /** The host's public address leads here. */
  async connect(service: Service, host = this.host): Promise<void> {
    await service.control('PUT', `/hosts/${host}`, { to: `127.0.0.1:${this.port}` });
  }

  reactsWith(reaction: Reaction): void {
    this.reaction = reaction;
  }

  /** Waits until so many requests have come in all: how long that may take, the test's own limit says. */
  async until(count: number): Promise<void> {
    while (this.received.length < count) await sleep(5);
  }

  /** Closes every connection and listens no more; connections are refused from then on. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    // Who hangs up, or is killed, has not asked anything.
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const received = { at: performance.now(), method, path, headers, body: Buffer.concat(parts) };
      this.received.push(received);
      this.reaction(response, received);
    });
  }
}

/** The payload of a request. */
export const payloadOf = ({ body }: Received): Record<string, unknown> =>
  JSON.parse(body.toString()) as Record<string, unknown>;

/** When the request was signed, in seconds; throws unless the secret signed just these bytes. */
export function signedAt({ headers, body }: Received, secret: string): number {
  const header = String(headers['x-cn-signature']);
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const hmac = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
  if (given !== hmac) throw new Error(`Not signed with the secret: ${header}`);
  return Number(time);
}

export const answers =
  (status: number, headers: OutgoingHttpHeaders = {}): Reaction =>
  (response) =>
    void response.writeHead(status, headers).end('{"ok":true}');

/** Never answers. */
export const hangs: Reaction = () => undefined;

export const answersAfter =
  (ms: number, status: number): Reaction =>
  (response, request) =>
    void setTimeout(() => answers(status)(response, request), ms);

/** Ends the connection without an answer. */
export const hangsUp: Reaction = (response) => void response.socket?.end();

export const resets: Reaction = (response) => void response.socket?.resetAndDestroy();

/** Says this instead of what HTTP wants, and keeps the connection. */
export const says =
  (text: string): Reaction =>
  (response) =>
    void response.socket?.write(text);

/** A status line, then headers without end, as fast as they are taken. */
export const floodsHeaders: Reaction = (response) => {
  response.socket?.write('HTTP/1.1 200 OK\r\n');
  pour(response, `X-Flood: ${'a'.repeat(1_000)}\r\n`);
};

/** A status, then a body without end, as fast as it is taken. */
export const floods =
  (status: number): Reaction =>
  (response) => {
    response.socket?.write(`HTTP/1.1 ${status} Whatever\r\nContent-Type: text/plain\r\n\r\n`);
    pour(response, 'a'.repeat(65_536));
  };

/** An answer of which a byte comes now and then, and the rest never. `text` is where it begins. */
export const trickles =
  (text: string, everyMs = 200): Reaction =>
  (response) => {
    const { socket } = response;
    socket?.write(text);
    const timer = setInterval(() => socket?.write('a'), everyMs);
    socket?.once('close', () => clearInterval(timer));
  };

/** The first so many requests get the first reaction, all others the second. */
export function firstly(count: number, first: Reaction, then: Reaction): Reaction {
  let left = count;
  return (response, request) => {
    left -= 1;
    return left >= 0 ? first(response, request) : then(response, request);
  };
}

function pour({ socket }: ServerResponse, text: string): void {
  const more = (): void => {
    while (socket && !socket.destroyed && socket.write(text));
  };
  socket?.on('drain', more).on('error', () => undefined);
  more();
}
