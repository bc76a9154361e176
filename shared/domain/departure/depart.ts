import { billingPeriod } from '../billing/period';
import { refuseSuspended, refuseWithoutPostalAddress } from '../checks/refusals';
import type { Domain } from '../domains/record';
import { chargeWarmup } from '../domains/warmup';
import type { EmailContent } from '../emails/content';
import { everyoneOf, recipientsOf, type Message } from '../emails/message';
import type { Email } from '../emails/record';
import type { Workspace } from '../workspaces/record';
import { claimNew } from './claim';
import { composeMail, type Composed, type Surroundings } from './compose';
import { countNew, type New } from './count-new';
import { countStored, type Count } from './count-stored';
import { handOver, type NotTaken } from './hand-over';
import { origins, type OriginName } from './origins';
import { recordAcceptance } from './record-sent';

/** An email that has passed its checks. Unless it is new, an attempt of ours has claimed it. */
export interface Leaving {
  email: Email;
  message: Message;
  domain: Domain;
  surroundings: Surroundings;
}

/** `not ours`: another attempt has it. */
export type Departed = 'sent' | 'not ours' | NotTaken['kind'];

/**
 * The one way out. Composes the mail, counts its recipients, hands it over, and records that it left or what becomes
 * of it; throws what refuses it at the last moment. What did not leave is not counted.
 *
 * Each step is a function of its own, so that bulk mail can count a batch at once and record later what was taken.
 */
export async function depart(origin: OriginName, leaving: Leaving, isNew?: New): Promise<Departed> {
  const { message, domain } = leaving;
  const composed = await composeMail(message, leaving.surroundings);
  const email = asItLeaves(leaving, composed);
  const giveBack = await getReady(leaving, { email, composed, isNew }).catch(async (error: unknown) => {
    await origins[origin].stopped(email);
    throw error;
  });
  if (!giveBack) return 'not ours';

  const { raw } = composed;
  const outcome = await handOver(email, { message, raw, configurationSet: domain.configurationSet });
  if (outcome.kind === 'accepted') {
    await recordAcceptance(email, outcome.providerMessageId);
    return 'sent';
  }
  // After an unknown outcome it may have left: then it stays counted, and as it is.
  if (outcome.kind === 'unknown') return 'unknown';
  await giveBack();
  await origins[origin][outcome.kind](email);
  return outcome.kind;
}

const asItLeaves = ({ email, message }: Leaving, { references }: Composed): Email => ({
  ...email,
  ...recipientsOf(message),
  ...(references && { references }),
});

interface Ready {
  email: Email;
  composed: Composed;
  isNew: New | undefined;
}

/** Counts it, and looks once more at what may have changed; returns what gives it all back. */
async function getReady(
  { message, domain, surroundings: { workspace } }: Leaving,
  { email, composed, isNew }: Ready,
): Promise<Count['giveBack'] | undefined> {
  const count = isNew
    ? await storeAndCount(email, workspace, { ...isNew, content: contentOf(message, composed) })
    : await countStored(email, workspace);
  return count && passLastChecks(message, domain, count);
}

const contentOf = ({ html }: Message, { text }: Composed): EmailContent => ({ html: html ?? null, text });

function storeAndCount(
  email: Email,
  workspace: Workspace,
  { content, ...isNew }: New & { content: EmailContent },
): Promise<Count | undefined> {
  const counted = { period: billingPeriod(), recipients: email.recipientCount };
  const claim = () => claimNew({ ...email, counted }, content, isNew.earlier);
  return countNew(email, workspace, { ...isNew, claim });
}

/** Suspension and postal address as they are by now, then the warm-up allowance (core.md, "Order of checks" 14). */
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
