import { keys } from '../shared/db/keys';
import { dayMs, deriveIdAt, toIso, timeOfId } from '../shared/core/time';
import { anEmail } from '../test/support/factories';
import type { Service } from '../test/support/service';
import { ServiceTable } from '../test/support/table';
import { createBulkSender, type Sender } from './load';

/** The number of emails in the log, spread evenly over the last `days` days. */
export interface LogSize {
  mails: number;
  days: number;
}

/**
 * Creates a workspace with a log of this size. Sends one email, and creates the other emails as copies of its record,
 * with IDs that match their times.
 */
export async function createFilledLog(service: Service, size: LogSize): Promise<Sender> {
  const sender = await createBulkSender(service);
  const body = anEmail({ from: `Desk <desk@${sender.domain}>` });
  const sent = await service.api('POST', '/v1/emails', { key: sender.key, body });
  if (sent.status !== 202) throw new Error(`The send was refused: ${JSON.stringify(sent.body)}`);
  await service.settle();
  const table = await ServiceTable.open(service);
  try {
    const original = { workspaceId: sender.workspaceId, id: sent.body.id };
    const record = await table.get(keys.email(original.workspaceId, original.id));
    if (!record) throw new Error(`The table does not have the email ${original.id}`);
    await table.putAll(copiesOf({ ...original, record }, size));
  } finally {
    table.close();
  }
  return sender;
}

interface StoredEmail {
  workspaceId: string;
  id: string;
  record: object;
}

function copiesOf(email: StoredEmail, { mails, days }: LogSize) {
  const stepMs = (days * dayMs) / mails;
  const times = Array.from({ length: mails - 1 }, (_, index) =>
    Math.trunc(timeOfId(email.id) - (index + 1) * stepMs),
  );
  return times.map((at) => copyAt(email, at));
}

function copyAt(email: StoredEmail, at: number) {
  const id = deriveIdAt(at, `${email.id} ${at}`);
  return {
    ...email.record,
    ...keys.email(email.workspaceId, id),
    id,
    createdAt: toIso(at),
    sentAt: toIso(at),
  };
}
