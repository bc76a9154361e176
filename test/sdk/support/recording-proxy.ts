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

/** A proxy that records each request and forwards the request unchanged to a receiver. */
export class RecordingProxy {
  readonly requests: RecordedRequest[] = [];

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(receiverPort: number): Promise<RecordingProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const recorder = new RecordingProxy(server, (server.address() as AddressInfo).port);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void recorder.proxyRequest(request, response, receiverPort);
    });
    return recorder;
  }

  private async proxyRequest(
    request: IncomingMessage,
    response: ServerResponse,
    port: number,
  ): Promise<void> {
    const recordedRequest = { headers: request.headers, body: await buffer(request) };
    this.requests.push(recordedRequest);
    response.writeHead(await postTo(port, recordedRequest)).end();
  }

  async stop(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }
}
