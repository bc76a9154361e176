import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { VerifyOptions } from './options';

export interface ReceivedWebhook {
  body: string;
  signature: string | undefined;
}

/** Where the webhooks of a run go. */
export interface WebhookTarget {
  url: string;
  /** Undefined if this machine cannot receive the webhooks. */
  received: ReceivedWebhook[] | undefined;
  close: () => Promise<void>;
}

/**
 * Opens the receiver. A deployment cannot reach this machine without `--webhook-url`, so its webhooks go to the service
 * itself, which refuses them.
 */
export async function openWebhookTarget(
  { url, webhook, local }: VerifyOptions,
  runId: string,
): Promise<WebhookTarget> {
  if (webhook) {
    const { server, received } = await listen(webhook.port);
    return { url: `${webhook.url}/${runId}`, received, close: () => stop(server) };
  }
  if (!local) return { url: `${url}/v1/${runId}`, received: undefined, close: () => Promise.resolve() };
  const { server, received } = await listen(0);
  const host = `${runId}.example`;
  await mapHost(local, 'PUT', host, { to: `127.0.0.1:${(server.address() as AddressInfo).port}` });
  return {
    url: `http://${host}/${runId}`,
    received,
    close: async () => {
      await mapHost(local, 'DELETE', host);
      await stop(server);
    },
  };
}

async function listen(port: number): Promise<{ server: Server; received: ReceivedWebhook[] }> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const signature = request.headers['x-cn-signature'];
      received.push({ body, signature: typeof signature === 'string' ? signature : undefined });
      response.writeHead(200).end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, received };
}

function stop(server: Server): Promise<void> {
  const closed = once(server, 'close').then(() => undefined);
  server.close();
  server.closeAllConnections();
  return closed;
}

/** Gives the receiver a public name in the local runtime, as a public DNS record does for a deployment. */
async function mapHost(
  { control, token }: NonNullable<VerifyOptions['local']>,
  method: string,
  host: string,
  body?: object,
): Promise<void> {
  await fetch(`${control}/hosts/${host}`, {
    method,
    headers: {
      ...(token !== undefined && { 'CN-Local-Token': token }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
