import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../packages/local/src/machine/ports';
import type { Service } from '../../test/support/service';

/** The behavior of an endpoint when it receives an event. */
export type EndpointBehavior = 'responds' | 'fails' | 'hangs';

/** The endpoints of a workspace, all in this process. */
export class WebhookReceivers {
  /** The times in ms at which the responding endpoints received each event, keyed by the time of the event. */
  private readonly arrivals = new Map<string, number[]>();
  private readonly server: Server;

  private constructor(private behaviors: readonly EndpointBehavior[]) {
    this.server = createServer((request, response) => void this.receive(request, response));
  }

  static async start(
    service: Service,
    key: string,
    behaviors: readonly EndpointBehavior[],
  ): Promise<WebhookReceivers> {
    const receivers = new WebhookReceivers(behaviors);
    const port = await listen(receivers.server, 0);
    for (const index of behaviors.keys()) await subscribe(service, key, { index, port });
    return receivers;
  }

  arrivalTimes(occurredAt: string): readonly number[] {
    return this.arrivals.get(occurredAt) ?? [];
  }

  setBehavior(behavior: EndpointBehavior): void {
    this.behaviors = this.behaviors.map(() => behavior);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const body = await text(request);
    const behavior = this.behaviors[Number(request.headers.host?.split('.')[0])];
    if (behavior === 'hangs') return;
    const { occurred_at: occurredAt }: { occurred_at: string } = JSON.parse(body);
    this.arrivals.set(occurredAt, [...this.arrivalTimes(occurredAt), at]);
    response.writeHead(behavior === 'fails' ? 500 : 204).end();
  }
}

async function subscribe(
  service: Service,
  key: string,
  { index, port }: { index: number; port: number },
): Promise<void> {
  const host = `${index}.on-${port}.example`;
  await service.control('PUT', `/hosts/${host}`, { to: `127.0.0.1:${port}` });
  const body = { url: `http://${host}/`, events: ['delivery_delay'] };
  const created = await service.api('POST', '/v1/webhook-endpoints', { key, body });
  if (created.status !== 201)
    throw new Error(`The endpoint was not created: ${JSON.stringify(created.body)}`);
}
