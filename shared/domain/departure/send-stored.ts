import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { settled } from '../../settled';
import type { Domain } from '../domains/record';
import { chargeWarmup } from '../domains/warmup';
import { chargeUsage, refundUsage, type Beside } from '../billing/charge';
import type { Rechecked } from '../checks/again';
import { composeMail } from './compose';
import { handOver, type NotTaken } from './hand-over';
import { everyoneOf } from '../emails/message';
import type { Workspace } from '../workspaces/record';
import type { Email } from '../emails/record';

/**
 * Counts and hands over an email that was held or scheduled, for the attempt that claimed it. Throws what refuses
 * it; returns why the provider did not take it. What did not leave is not counted.
 */
export async function sendStored(
  email: Email,
  { message, reads }: Rechecked,
  domain: Domain,
): Promise<NotTaken | undefined> {
  const { raw, references } = await composeMail(message, reads);
  const leaving: Email = {
    ...email,
    to: message.to.map(({ address }) => address),
    cc: message.cc.map(({ address }) => address),
    recipientCount: everyoneOf(message).length,
    ...(references && { references }),
  };
  const refund = await countOnce(leaving, reads.workspace, domain);
  const notTaken = await handOver(leaving, { message, raw, configurationSet: domain.configurationSet });
  // After an unknown outcome it may have left: then it stays counted.
  if (notTaken && notTaken.kind !== 'unknown') await refund();
  return notTaken;
}

/**
 * Counts the recipients, and notes on the email that they are counted and who they are, in one write: an attempt
 * that dies, and the one after it, count them once. Returns what gives them back.
 */
async function countOnce(email: Email, workspace: Workspace, domain: Domain): Promise<() => Promise<void>> {
  if (email.counted) {
    await noteLeaving(email, email.counted);
    return () => uncount(email, email.counted);
  }
  const { recipientCount: recipients, riskClass } = email;
  const { period } = await chargeUsage(workspace, { recipients, riskClass }, (current) =>
    leavingUpdate(email, { period: current, recipients }),
  );
  const uncountUsage = () => uncount(email, { period, recipients });
  if (riskClass === 'transactional') return uncountUsage;
  try {
    const refundWarmup = await chargeWarmup(domain, recipients);
    return async () => {
      await Promise.all([uncountUsage(), refundWarmup()]);
    };
  } catch (error) {
    await uncountUsage();
    throw error;
  }
}

async function noteLeaving(email: Email, counted: Counted): Promise<void> {
  const { key, ...update } = leavingUpdate(email, counted);
  await updateItem<Email>(key, update);
}

type Counted = NonNullable<Email['counted']>;

/** Whom it goes to, before it leaves: the provider's event may be what settles it. */
function leavingUpdate({ workspaceId, id, owner, ...email }: Email, counted: Counted): Beside {
  const { to, cc = [], recipientCount, references = null } = email;
  return {
    key: keys.email(workspaceId, id),
    UpdateExpression:
      'SET #to = :to, cc = :cc, recipientCount = :count, #references = :references, counted = :counted',
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#to': 'to', '#owner': 'owner', '#references': 'references' },
    ExpressionAttributeValues: {
      ':to': to,
      ':cc': cc,
      ':count': recipientCount,
      ':references': references,
      ':counted': counted,
      ':owner': owner,
    },
  };
}

async function uncount({ workspaceId, id }: Email, counted: Counted | undefined): Promise<void> {
  if (!counted) return;
  const beside = {
    key: keys.email(workspaceId, id),
    UpdateExpression: 'REMOVE counted',
    ConditionExpression: 'attribute_exists(counted)',
  };
  await settled(refundUsage(workspaceId, counted, beside));
}
