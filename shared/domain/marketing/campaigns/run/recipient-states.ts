import type { Outcome } from '../../../../db/records/campaigns';
import type { Outcomes } from '../stats';
import { isOutcomePending } from '../../../send/deliver/claim';
import { findEmail } from '../../../send/emails/find';
import { transitionEmail } from '../../../send/emails/transition';
import type { Email } from '../../../../db/records/emails';
import { deleteUnsentEmail } from '../../../send/emails/delete-unsent';
import type { SliceRecipient } from './slice-recipients';

/** The state of a recipient. `outcome-unknown`: SES may have accepted the email. `pending`: no email has been sent. */
export type RecipientState = Outcome | 'outcome-unknown' | 'pending';

export type RecipientStates = Map<SliceRecipient, RecipientState>;

/** Determines the states of the recipients after earlier attempts. */
export async function resolveStates(recipients: readonly SliceRecipient[]): Promise<RecipientStates> {
  const states: RecipientStates = new Map();
  for (const recipient of recipients) states.set(recipient, await resolveState(recipient));
  return states;
}

async function resolveState({ email, isExcluded: isLeftOut }: SliceRecipient): Promise<RecipientState> {
  if (!email) return isLeftOut ? 'skipped' : 'pending';
  if (email.status === 'failed') return 'failed';
  if (email.status !== 'queued') return 'sent';
  if (isOutcomePending(email)) return 'outcome-unknown';
  if (!isLeftOut) return 'pending';
  if (!email.attempt && (await deleteUnsentEmail(email))) return 'skipped';
  return markFailed(email);
}

/** Marks the email as failed. Returns `sent` if its Send event arrived first. */
export async function markFailed(email: Email): Promise<'failed' | 'sent'> {
  if (await transitionEmail(email, { from: 'queued', to: 'failed' })) return 'failed';
  const current = await findEmail(email.workspaceId, email.id);
  return current?.status === 'failed' ? 'failed' : 'sent';
}

/** The number of recipients whose email SES has accepted or may have accepted. */
export const countPossiblySent = (states: RecipientStates): number =>
  [...states.values()].filter((state) => state === 'sent' || state === 'outcome-unknown').length;

/** The outcomes of a slice. */
export interface SliceSummary {
  /** The outcomes of each variant. */
  outcomes: ReadonlyMap<string | null, Outcomes>;
  /**
   * The number of recipients without an outcome. `outcomeUnknown` counts only the recipients for whose email no
   * response from SES arrived.
   */
  remaining: number;
  outcomeUnknown: number;
}

export function summarizeStates(states: RecipientStates): SliceSummary {
  const outcomes = new Map<string | null, Outcomes>();
  let [remaining, outcomeUnknown] = [0, 0];
  for (const [{ variant }, state] of states) {
    if (state === 'pending' || state === 'outcome-unknown') {
      remaining += 1;
      outcomeUnknown += state === 'outcome-unknown' ? 1 : 0;
      continue;
    }
    const key = variant?.key ?? null;
    const counts = outcomes.get(key) ?? { sent: 0, failed: 0, skipped: 0 };
    counts[state] += 1;
    outcomes.set(key, counts);
  }
  return { outcomes, remaining, outcomeUnknown };
}
