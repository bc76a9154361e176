import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { postTo } from './post-to';

export interface RecordedRequest {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Stands before a receiver: passes each request on as it is, and keeps it. */
export class Recorder {
  readonly requests: RecordedRequest[] = [];

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(receiverPort: number): Promise<Recorder> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const recorder = new Recorder(server, (server.address() as AddressInfo).port);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void recorder.passOn(request, response, receiverPort);
    });
    return recorder;
  }

  private async passOn(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    const recorded = { headers: request.headers, body: await buffer(request) };
    this.requests.push(recorded);
    response.writeHead(await postTo(port, recorded)).end();
  }

  async stop(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }
}
