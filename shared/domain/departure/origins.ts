import { ApiError } from '../../errors';
import { moveEmail } from '../emails/move';
import type { Email } from '../emails/record';
import { endAttempt } from './claim';
import type { NotTaken } from './hand-over';

/** Where a mail that leaves comes from, and what is different about it. Everything else is the same for all. */
export interface Origin {
  /** What becomes of it when something refuses it before it is handed over. */
  stopped: Fate;
  /** What becomes of it when the provider has no room for it now, or does not want it. */
  throttled: Fate;
  refused: Fate;
  /** What the 502 says. After an unknown outcome the email stays as it is: for ten minutes nobody sends it again. */
  says: Record<NotTaken['kind'], (id: string) => string>;
}

type Fate = (email: Email) => Promise<unknown>;

const fails: Fate = (email) => moveEmail(email, { from: 'queued', to: 'failed' });

/** `queued`, as it is: whoever asked for it sends it again, or holds it back. */
const stays: Fate = () => Promise.resolve();

/** A held draft once more, for a later decision. */
const isHeldAgain: Fate = endAttempt;

/** A caller waits for it: the answer says what to do. */
const saysToCaller: Origin['says'] = {
  throttled: (id) => `The provider is throttling. The email ${id} stays queued; send it again after a pause.`,
  refused: (id) => `The provider refused the email ${id}; it is marked failed.`,
  unknown: (id) =>
    `The provider did not answer. Read the email ${id} before you send again: it may have left.`,
};

const saysToDecider: Origin['says'] = {
  throttled: () => 'The provider is throttling. The draft stays held: approve it again after a pause.',
  refused: () => 'The provider refused this mail. The draft stays held: approve it again, or reject it.',
  unknown: () =>
    'The provider did not answer, so the mail may have left. Within ten minutes that is known: approve it again then.',
};

/**
 * A request, a batch's entry too, is sent again by who asked for it. What was due is tried again by the due
 * machinery (later/): five minutes after it was refused or throttled, ten after an unknown outcome. A draft whose
 * release failed waits for the next decision (approvals/).
 */
export const origins = {
  request: { stopped: stays, throttled: stays, refused: fails, says: saysToCaller },
  dueTime: { stopped: stays, throttled: stays, refused: fails, says: saysToCaller },
  release: { stopped: isHeldAgain, throttled: isHeldAgain, refused: isHeldAgain, says: saysToDecider },
} as const satisfies Record<string, Origin>;

export type OriginName = keyof typeof origins;

/** The 502 of a hand-over that failed. */
export const providerError = (origin: OriginName, kind: NotTaken['kind'], id: string): ApiError =>
  new ApiError('provider_error', origins[origin].says[kind](id), {
    outcomeUnknown: kind === 'unknown',
    ...(kind === 'throttled' && { headers: { 'Retry-After': '5' } }),
  });
