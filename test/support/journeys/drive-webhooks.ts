import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { rawMail } from '../inbound-mail';
import { anEmail } from '../factories';
import { expectStatus, withFullPipeline, type Caller } from './drive-sending';

const minuteMs = 60_000;

/** Enough recipients to make the service store the payload of a webhook event about their email in S3. */
const manyRecipients = Array.from({ length: 50 }, (_, at) => `${'a'.repeat(40)}-${at}@example.com`);

/**
 * Makes the service deliver to a slow endpoint that always fails, from the first attempt to an attempt that an
 * EventBridge wakeup starts hours later.
 */
export async function driveWebhooks(caller: Caller, from: string): Promise<void> {
  const { api, control } = caller;
  const stop = await startSlowServer(control, 'slow.example');
  // Of two simultaneous attempts, one discovers that the endpoint is slow, and the worker moves the other attempt
  // to the slow queue.
  const body = { url: 'http://slow.example/hook', events: ['send', 'delivery'] };
  const { id } = await expectStatus(
    201,
    api('POST', '/v1/webhook-endpoints', { body, ...withFullPipeline('endpoint') }),
  );
  const path = `/v1/webhook-endpoints/${id}`;
  const update = (changes: object) => expectStatus(200, api('PATCH', path, { body: changes, parked: true }));
  await advanceToSecond(control, 31);
  await expectStatus(202, api('POST', '/v1/emails', { body: anEmail({ from, to: manyRecipients }) }));
  await control('POST', '/settle', {});
  const [delivery] = (await expectStatus(200, api('GET', `${path}/events`))).data;
  const advanceToAge = async (ms: number): Promise<void> => {
    await advanceTo(control, Date.parse(delivery.created_at) + ms);
    await control('POST', '/settle', {});
  };

  await advanceToAge(minuteMs + 1_000);
  await update({ enabled: false });
  await advanceToAge(5 * minuteMs + 5_000);
  await deliverOnSlowQueue(caller, id, delivery.id);
  // The endpoint is enabled so late that an SQS delay covers the time to the next attempts, which are due half an
  // hour after the event.
  await advanceToAge(14 * minuteMs + 33_000);
  await update({ enabled: true });
  await advanceToAge(14 * minuteMs + 37_000);
  await advanceToAge(30 * minuteMs + 5_000);
  await expectStatus(200, api('GET', '/v1/webhook-endpoints'));
  await expectStatus(200, api('DELETE', path, { parked: true }));
  await stop();
}

/** Reports opens, clicks and a reply to an email while the webhook endpoint does not accept connections. */
export async function driveEngagement(caller: Caller, from: string): Promise<void> {
  const { api, control, receiveMail, deliver, workspaceId } = caller;
  const body = { url: 'http://nobody.example/hook', events: ['open', 'click', 'inbound'] };
  const { id } = await expectStatus(201, api('POST', '/v1/webhook-endpoints', { body }));
  const email = anEmail({ from, to: manyRecipients });
  const { id: messageId } = await expectStatus(202, api('POST', '/v1/emails', { body: email }));
  await control('POST', '/settle', {});
  const [mail] = (await control('GET', `/outbox?message_id=${messageId}`)).data;
  for (const event of [{ type: 'open' }, { type: 'click', link: 'https://acme.example/' }])
    await control('POST', `/outbox/${mail.provider_message_id}/events`, event);
  await control('POST', '/settle', {});
  await control('POST', '/clock', { advance_ms: 20_000 });

  const { now } = await control('GET', '/clock');
  // SQS may deliver a message before its time.
  await deliver('classifyEngagement', { workspaceId, messageId, classifyAt: Date.parse(now) + 10_000 });
  await control('POST', '/clock', { advance_ms: 20_000 });
  await receiveMail(rawMail({ to: from }), from);
  // A later bounce of the same recipient does not replace the suppression.
  for (const diagnostic of ['smtp; 550 unknown', 'smtp; 550 disabled']) {
    await control('POST', `/outbox/${mail.provider_message_id}/events`, {
      type: 'bounce',
      recipient: manyRecipients[0],
      diagnostic,
    });
    await control('POST', '/settle', {});
  }
  await expectStatus(200, api('DELETE', `/v1/webhook-endpoints/${id}`));
}

/** Makes the worker process a slow-queue message whose endpoint was disabled in the meantime. */
const deliverOnSlowQueue = (
  { deliver, workspaceId }: Caller,
  endpointId: string,
  deliveryId: string,
): Promise<void> => deliver('deliverSlowWebhook', { workspaceId, endpointId, deliveryId });

/** Starts a server that responds with 503 to every request, after a delay. */
async function startSlowServer(control: Caller['control'], host: string): Promise<() => Promise<unknown>> {
  const server = createServer((_request, response) => {
    setTimeout(() => response.writeHead(503).end(), 1_300);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await control('PUT', `/hosts/${host}`, { to: `127.0.0.1:${(server.address() as AddressInfo).port}` });
  return () => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  };
}

/** Moves the clock to this second of the current or the next minute. */
async function advanceToSecond(control: Caller['control'], second: number): Promise<void> {
  const { now } = await control('GET', '/clock');
  const elapsedMs = (Date.parse(now) - second * 1_000) % minuteMs;
  await control('POST', '/clock', { advance_ms: minuteMs - elapsedMs });
}

async function advanceTo(control: Caller['control'], atMs: number): Promise<void> {
  const { now } = await control('GET', '/clock');
  await control('POST', '/clock', { advance_ms: atMs - Date.parse(now) });
}
