import { refuseSuspended, refuseWithoutPostalAddress } from '../policy/refusals';
import type { Domain } from '../../../db/records/domains';
import { chargeWarmup } from '../../platform/domains/warmup';
import { everyoneOf, recipientsOf, type Message } from '../emails/message';
import type { Email } from '../../../db/records/emails';
import { composeMail, type Composed, type Surroundings } from './compose';
import type { Count } from './count';
import { handOver, type NotTaken } from './hand-over';
import { origins, type OriginName } from './origins';

/** An email that has passed its checks. */
export interface Leaving {
  email: Email;
  message: Message;
  domain: Domain;
  surroundings: Surroundings;
  /** Counts its recipients, and claims it where no attempt of ours has yet; undefined: another attempt has it. */
  count: (email: Email, composed: Composed) => Promise<Count | undefined>;
  /** Called when only the hand-over is left to do. */
  handingOver?: () => void;
}

/** `not ours`: another attempt has it. */
export type Departed = 'sent' | 'not ours' | NotTaken['kind'];

/**
 * The one way out. Composes the mail, counts its recipients, hands it over, and records that it left or what becomes
 * of it; throws what stops it at the last moment. What did not leave is not counted.
 */
export async function depart(origin: OriginName, leaving: Leaving): Promise<Departed> {
  const { message, domain } = leaving;
  const composed = await composeMail(message, leaving.surroundings);
  const email = asItLeaves(leaving, composed);
  const giveBack = await countAndCheck(leaving, email, composed).catch(async (error: unknown) => {
    await origins[origin].stopped(email);
    throw error;
  });
  if (!giveBack) return 'not ours';
  leaving.handingOver?.();
  return leave(origin, { email, message, domain, raw: composed.raw, giveBack });
}

const asItLeaves = ({ email, message }: Leaving, { references }: Composed): Email => ({
  ...email,
  ...recipientsOf(message),
  ...(references && { references }),
});

async function countAndCheck(
  { message, domain, count }: Leaving,
  email: Email,
  composed: Composed,
): Promise<Count['giveBack'] | undefined> {
  const counted = await count(email, composed);
  return counted && passLastChecks(message, domain, counted);
}

/**
 * Suspension and postal address as they are when the recipients are counted, then the warm-up allowance (core.md,
 * "Order of checks" 14).
 */
async function passLastChecks(
  message: Message,
  domain: Domain,
  { workspace, giveBack }: Count,
): Promise<Count['giveBack']> {
  try {
    refuseSuspended(workspace);
    refuseWithoutPostalAddress(message, workspace);
    if (message.riskClass === 'transactional') return giveBack;
    const refundWarmup = await chargeWarmup(domain, everyoneOf(message).length);
    return async () => {
      await Promise.all([giveBack(), refundWarmup()]);
    };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/** A composed mail whose recipients are counted. */
export interface Ready {
  email: Email;
  message: Message;
  domain: Domain;
  raw: Buffer;
  /** For what did not leave after all. */
  giveBack: Count['giveBack'];
}

/** The last part, where bulk mail, which is counted by the batch, begins. */
export async function leave(origin: OriginName, ready: Ready): Promise<Departed> {
  const { email, message, domain, raw, giveBack } = ready;
  const outcome = await handOver(email, { message, raw, configurationSet: domain.configurationSet });
  if (outcome.kind === 'accepted') {
    await origins[origin].accepted(email, outcome.providerMessageId);
    return 'sent';
  }
  // After an unknown outcome it may have left: then it stays counted, and as it is.
  if (outcome.kind === 'unknown') return 'unknown';
  await giveBack();
  await origins[origin][outcome.kind](email);
  return outcome.kind;
}
