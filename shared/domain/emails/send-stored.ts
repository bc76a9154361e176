import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { settled } from '../../settled';
import type { Domain } from '../domains/record';
import { chargeWarmup } from '../domains/warmup';
import { chargeUsage, refundUsage } from '../billing/charge';
import type { Rechecked } from './check-again';
import { composeMail } from './compose';
import { handOver, type NotTaken } from './hand-over';
import { everyoneOf } from './message';
import type { Email } from './record';

/**
 * Counts and hands over an email that was held or scheduled, for the attempt that claimed it. Throws what refuses
 * it; returns why the provider did not take it. What did not leave is not counted.
 */
export async function sendStored(
  email: Email,
  { message, reads }: Rechecked,
  { domain, isCounted }: { domain: Domain; isCounted: boolean },
): Promise<NotTaken | undefined> {
  const { raw, references } = await composeMail(message, reads);
  const leaving: Email = {
    ...email,
    to: message.to.map(({ address }) => address),
    recipientCount: everyoneOf(message).length,
    ...(references && { references }),
  };
  await noteChanges(email, leaving);
  const refund = isCounted ? () => Promise.resolve() : await countRecipients(leaving, reads, domain);
  const notTaken = await handOver(leaving, { message, raw, configurationSet: domain.configurationSet });
  // After an unknown outcome it may have left: then it stays counted.
  if (notTaken && notTaken.kind !== 'unknown') await refund();
  return notTaken;
}

/** Before it leaves: the provider's event may be what settles it. */
async function noteChanges(email: Email, { to, recipientCount, references }: Email): Promise<void> {
  if (to.length === email.to.length && recipientCount === email.recipientCount && !references) return;
  await updateItem<Email>(keys.email(email.workspaceId, email.id), {
    UpdateExpression: `SET #to = :to, recipientCount = :count${references ? ', #references = :references' : ''}`,
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: {
      '#to': 'to',
      '#owner': 'owner',
      ...(references && { '#references': 'references' }),
    },
    ExpressionAttributeValues: {
      ':to': to,
      ':count': recipientCount,
      ':owner': email.owner ?? '',
      ...(references && { ':references': references }),
    },
  });
}

/** Returns what gives the recipients back. */
async function countRecipients(
  { workspaceId, recipientCount, riskClass }: Email,
  { workspace }: Rechecked['reads'],
  domain: Domain,
): Promise<() => Promise<void>> {
  const { period } = await chargeUsage(workspace, { recipients: recipientCount, riskClass });
  const refundPeriod = () => settled(refundUsage(workspaceId, recipientCount, period));
  if (riskClass === 'transactional') return refundPeriod;
  try {
    const refundWarmup = await chargeWarmup(domain, recipientCount);
    return async () => {
      await Promise.all([refundPeriod(), refundWarmup()]);
    };
  } catch (error) {
    await refundPeriod();
    throw error;
  }
}
