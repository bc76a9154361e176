import { randomUUID } from 'node:crypto';
import { anEmail } from '../../test/support/factories';
import type { Service } from '../../test/support/service';
import { createBulkSender } from '../load';
import { WebhookReceivers, type EndpointBehavior } from './webhook-receivers';

/** An email, and the webhook endpoints that receive its events. */
export interface SubscribedMail {
  service: Service;
  receivers: WebhookReceivers;
  providerMessageId: string;
}

export async function sendSubscribedMail(
  service: Service,
  behaviors: readonly EndpointBehavior[],
): Promise<SubscribedMail> {
  const { key, domain } = await createBulkSender(service);
  const body = anEmail({ from: `desk@${domain}`, to: `${randomUUID()}@example.com` });
  const sent = await service.api('POST', '/v1/emails', { key, body });
  await service.settle();
  const [mail] = await service.outbox(`?message_id=${sent.body.id}`);
  const receivers = await WebhookReceivers.start(service, key, behaviors);
  return { service, receivers, providerMessageId: String(mail?.['provider_message_id']) };
}

/**
 * Makes SES report a delivery delay, which does not change the email's status. Returns the event's time, which is
 * unique.
 */
export async function reportDelay({ service, providerMessageId }: SubscribedMail): Promise<string> {
  const at = new Date(Date.UTC(2026, 0, 1) + ++reportCount).toISOString();
  await service.control('POST', `/outbox/${providerMessageId}/events`, { type: 'delivery_delay', at });
  return at;
}

/** A counter that gives each event a different time. */
let reportCount = 0;
