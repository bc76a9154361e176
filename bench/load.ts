import { randomUUID } from 'node:crypto';
import { aDomain, aWorkspace, anEmail } from '../test/support/factories';
import type { Service } from '../test/support/service';

export interface Sender {
  workspaceId: string;
  key: string;
  domain: string;
}

/** Creates a workspace whose rate limit is too high to slow down a measurement. */
export async function createBulkSender(service: Service): Promise<Sender> {
  const { id, key } = await aWorkspace(service, { requests_per_minute: 1_000_000 });
  const { domain } = await aDomain(service, id);
  return { workspaceId: id, key, domain };
}

/** Sends `mails` emails, `concurrency` at a time. Returns the duration of each send in ms. */
export async function sendMany(
  service: Service,
  sender: Sender,
  { mails, concurrency }: { mails: number; concurrency: number },
): Promise<number[]> {
  const times: number[] = [];
  let started = 0;
  const sendInTurn = async (): Promise<void> => {
    while (started++ < mails) times.push(await timedSend(service, sender));
  };
  await Promise.all(Array.from({ length: concurrency }, sendInTurn));
  return times;
}

async function timedSend(service: Service, { key, domain }: Sender): Promise<number> {
  const body = anEmail({ from: `Desk <desk@${domain}>`, to: `${randomUUID()}@example.com` });
  const startedAt = performance.now();
  const sent = await service.api('POST', '/v1/emails', {
    key,
    body,
    headers: { 'Idempotency-Key': randomUUID() },
  });
  if (sent.status !== 202) throw new Error(`A send was refused: ${JSON.stringify(sent.body)}`);
  return performance.now() - startedAt;
}
