import type { Outcome, Outcomes } from '../figures';
import { mayBeLeaving } from '../../../send/deliver/claim';
import { findEmail } from '../../../send/emails/find';
import { moveEmail } from '../../../send/emails/move';
import type { Email } from '../../../../db/records/emails';
import { unmakeEmail } from '../../../send/emails/unmake';
import type { Person } from './people';

/** What became of somebody. `unheard`: the provider may have their mail. `waits`: they are still to be mailed. */
export type State = Outcome | 'unheard' | 'waits';

export type States = Map<Person, State>;

/** What earlier attempts made of them. */
export async function statesOf(people: readonly Person[]): Promise<States> {
  const states: States = new Map();
  for (const person of people) states.set(person, await stateOf(person));
  return states;
}

async function stateOf({ email, isLeftOut }: Person): Promise<State> {
  if (!email) return isLeftOut ? 'skipped' : 'waits';
  if (email.status === 'failed') return 'failed';
  if (email.status !== 'queued') return 'sent';
  if (mayBeLeaving(email)) return 'unheard';
  if (!isLeftOut) return 'waits';
  if (!email.attempt && (await unmakeEmail(email))) return 'skipped';
  return failEmail(email);
}

/** Their mail does not leave, unless its Send event comes at this moment. */
export async function failEmail(email: Email): Promise<'failed' | 'sent'> {
  if (await moveEmail(email, { from: 'queued', to: 'failed' })) return 'failed';
  const standing = await findEmail(email.workspaceId, email.id);
  return standing?.status === 'failed' ? 'failed' : 'sent';
}

/** How many have their mail, or may have it. */
export const countGone = (states: States): number =>
  [...states.values()].filter((state) => state === 'sent' || state === 'unheard').length;

/** What a slice has come to. */
export interface Summary {
  /** By variant. */
  outcomes: ReadonlyMap<string | null, Outcomes>;
  /** How many have no outcome yet, and of how many that is because the provider was not heard. */
  remaining: number;
  unheard: number;
}

export function summaryOf(states: States): Summary {
  const outcomes = new Map<string | null, Outcomes>();
  let [remaining, unheard] = [0, 0];
  for (const [{ variant }, state] of states) {
    if (state === 'waits' || state === 'unheard') {
      remaining += 1;
      unheard += state === 'unheard' ? 1 : 0;
      continue;
    }
    const key = variant?.key ?? null;
    const counts = outcomes.get(key) ?? { sent: 0, failed: 0, skipped: 0 };
    counts[state] += 1;
    outcomes.set(key, counts);
  }
  return { outcomes, remaining, unheard };
}
