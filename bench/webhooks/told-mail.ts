import { randomUUID } from 'node:crypto';
import { anEmail } from '../../test/support/factories';
import type { Service } from '../../test/support/service';
import { aBulkSender } from '../load';
import { Receivers, type Manner } from './receivers';

/** A mail of a workspace that wants to be told of it. */
export interface ToldMail {
  service: Service;
  receivers: Receivers;
  providerMessageId: string;
}

export async function aToldMail(service: Service, manners: readonly Manner[]): Promise<ToldMail> {
  const { key, domain } = await aBulkSender(service);
  const body = anEmail({ from: `desk@${domain}`, to: `${randomUUID()}@example.com` });
  const sent = await service.api('POST', '/v1/emails', { key, body });
  await service.settle();
  const [mail] = await service.outbox(`?message_id=${sent.body.id}`);
  const receivers = await Receivers.of(service, key, manners);
  return { service, receivers, providerMessageId: String(mail?.['provider_message_id']) };
}

/** Has SES report something that changes nothing but is told; returns the time by which it is known. */
export async function report({ service, providerMessageId }: ToldMail): Promise<string> {
  const at = new Date(Date.UTC(2026, 0, 1) + ++reports).toISOString();
  await service.control('POST', `/outbox/${providerMessageId}/events`, { type: 'delivery_delay', at });
  return at;
}

/** Each report has a time of its own. */
let reports = 0;
