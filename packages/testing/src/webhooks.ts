import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  verifyWebhook,
  WebhookVerificationError,
  type CarrierNest,
  type WebhookEvent,
  type WebhookEventType,
} from '@carrier-nest/sdk';
import type { Hosts } from './hosts.ts';
import { waitFor, type WaitOptions } from './wait-for.ts';

export interface ReceiverOptions {
  /** The types of the events to receive. Default: all. */
  events?: readonly WebhookEventType[];
}

const allEvents: readonly WebhookEventType[] = [
  'send',
  'delivery',
  'delivery_delay',
  'bounce',
  'complaint',
  'reject',
  'rendering_failure',
  'open',
  'click',
  'inbound',
];

/** The webhooks of one workspace. */
export class Webhooks {
  private readonly receivers: WebhookReceiver[] = [];

  constructor(
    private readonly client: CarrierNest,
    private readonly hosts: Hosts,
  ) {}

  /** Starts an HTTP server on this machine, and registers it as an endpoint of the workspace. */
  async receiver({ events = allEvents }: ReceiverOptions = {}): Promise<WebhookReceiver> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // A test that forgets to stop the runtime can exit.
    server.unref();
    const host = `${randomUUID().slice(0, 8)}.example`;
    await this.hosts.put(host, { to: `127.0.0.1:${(server.address() as AddressInfo).port}` });
    const { id, secret } = await this.client.createWebhookEndpoint({
      url: `http://${host}/`,
      events: [...events],
    });
    const receiver = new WebhookReceiver(id, secret, server);
    this.receivers.push(receiver);
    return receiver;
  }

  /** Stops all receivers. */
  stop(): void {
    for (const receiver of this.receivers) receiver.stop();
  }
}

/** A server that receives the webhooks of an endpoint and verifies their signatures with the SDK. */
export class WebhookReceiver {
  /** The events with a valid signature, in order of their arrival. */
  readonly events: WebhookEvent[] = [];
  /** The requests that were answered with 400, because their signature is missing or wrong. */
  readonly refused: WebhookVerificationError[] = [];

  constructor(
    readonly endpointId: string,
    /** The signing secret, `whsec_…`. */
    readonly secret: string,
    private readonly server: Server,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.receive(request, response);
    });
  }

  /** The address of the server on this machine, for requests that do not come from the service. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /**
   * Waits for an event of the type, and returns the first one that also matches `where`. An earlier event counts too.
   * At the timeout, throws an error that lists the events that arrived.
   */
  waitFor<Type extends WebhookEventType>(
    type: Type,
    { where = () => true, ...options }: WaitOptions & { where?: (event: WebhookEvent) => boolean } = {},
  ): Promise<WebhookEvent & { type: Type }> {
    const isWanted = (event: WebhookEvent): event is WebhookEvent & { type: Type } =>
      event.type === type && where(event);
    const describeFailure = (timeoutMs: number): string =>
      `No matching ${type} event arrived within ${timeoutMs} ms. ${this.describeRequests()}`;
    return waitFor(() => this.events.find(isWanted), describeFailure, options);
  }

  /** Stops the server. The service then retries its deliveries, as for any server that is down. */
  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    try {
      const signature = request.headers['x-cn-signature'];
      // A test moves the clock of the service, so the age of a signature says nothing.
      const event = await verifyWebhook({ body, signature, secret: this.secret, toleranceSeconds: Infinity });
      this.events.push(event);
      response.writeHead(200).end();
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      this.refused.push(error);
      response.writeHead(400).end(error.message);
    }
  }

  private describeRequests(): string {
    const types = this.events.map(({ type }) => type);
    const refused = this.refused.map(({ message }) => `a refused request (${message})`);
    const arrived = [...types, ...refused];
    return arrived.length === 0 ? 'Nothing arrived' : `These arrived: ${arrived.join(', ')}`;
  }
}
