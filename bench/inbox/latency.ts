import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../packages/local/src/machine/ports';
import { deliverInboundMail, rawMail } from '../../test/support/inbound-mail';
import type { Service } from '../../test/support/service';
import { waitUntil } from '../../test/support/wait-until';
import { median } from '../table';

const messages = 20;

/** Returns how much later a waiting reader gets a received message than a webhook endpoint, as a median in ms. */
export async function measureLatency(service: Service): Promise<number> {
  let webhookAt = 0;
  const server = createServer((request, response) => {
    webhookAt = performance.now();
    request.resume();
    response.writeHead(204).end();
  });
  const port = await listen(server, 0);
  await service.control('PUT', '/hosts/reader.example', { to: `127.0.0.1:${port}` });
  await service.api('POST', '/v1/webhook-endpoints', {
    body: { url: 'http://reader.example/', events: ['inbound'] },
  });
  const {
    body: { address },
  } = await service.api('POST', '/v1/inboxes');
  const delays: number[] = [];
  try {
    // The first message starts the functions.
    for (let message = 0; message <= messages; message += 1) {
      webhookAt = 0;
      const readAt = await timeWaitingReader(service, address);
      await waitUntil(
        () => webhookAt > 0,
        () => 'The endpoint did not receive the message',
      );
      if (message > 0) delays.push(readAt - webhookAt);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return median(delays);
}

/** Delivers a message while a request waits for it. Returns when the request was answered. */
async function timeWaitingReader(service: Service, address: string): Promise<number> {
  const { body: start } = await service.api('GET', '/v1/inbound?after=now');
  const reading = service.api('GET', `/v1/inbound?after=${start.next_cursor}&wait=25`);
  await sleep(300);
  await deliverInboundMail(service, { recipients: address }, rawMail({ to: address }));
  const { body } = await reading;
  if (body.data.length !== 1) throw new Error(`The reader got ${JSON.stringify(body)}`);
  return performance.now();
}
