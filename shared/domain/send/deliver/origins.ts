import { ApiError } from '../../../core/errors';
import { moveEmail } from '../emails/move';
import type { Email } from '../../../db/records/emails';
import { endAttempt } from './claim';
import type { NotTaken } from './hand-over';
import { recordAcceptance } from './record-sent';

/** Where a mail that leaves comes from, and what is different about it. Everything else is the same for all. */
interface Origin {
  /** The provider took it. */
  accepted: (email: Email, providerMessageId: string) => Promise<void>;
  /** A last check stopped it before it was handed over. */
  stopped: Fate;
  /** The provider has no room for it now, takes no mail of the account at all, or does not want this one. */
  throttled: Fate;
  unavailable: Fate;
  refused: Fate;
  /** What the 502 says. After an unknown outcome the email stays as it is: for ten minutes nobody sends it again. */
  says: Record<NotTaken['kind'], (id: string) => string>;
}

/** What becomes of an email that did not leave. */
type Fate = (email: Email) => Promise<unknown>;

const fails: Fate = (email) => moveEmail(email, { from: 'queued', to: 'failed' });

/** `queued`, as it is: whoever asked for it sends it again, or holds it back. */
const stays: Fate = () => Promise.resolve();

/** A held draft once more, for a later decision. */
const isHeldAgain: Fate = endAttempt;

/** A caller waits for it: the answer says what to do. What was due has no caller, only a log. */
const saysToCaller: Origin['says'] = {
  throttled: (id) => `The provider is throttling. The email ${id} stays queued; send it again after a pause.`,
  unavailable: (id) =>
    `The provider takes no mail of this account at the moment. The email ${id} stays queued; send it again when that is mended.`,
  refused: (id) => `The provider refused the email ${id}; it is marked failed.`,
  unknown: (id) =>
    `The provider did not answer. Read the email ${id} before you send again: it may have left.`,
};

const saysToDecider: Origin['says'] = {
  throttled: () => 'The provider is throttling. The draft stays held: approve it again after a pause.',
  unavailable: () =>
    'The provider takes no mail of this account at the moment. The draft stays held: approve it again when that is mended.',
  refused: () => 'The provider refused this mail. The draft stays held: approve it again, or reject it.',
  unknown: () =>
    'The provider did not answer, so the mail may have left. Within ten minutes that is known: approve it again then.',
};

/** For `last_error`: it is tried again by itself. */
const saysOfStep: Origin['says'] = {
  throttled: () => 'The provider is throttling',
  unavailable: () => 'The provider takes no mail of this account at the moment',
  refused: () => 'The provider refused this mail',
  unknown: () => 'The provider did not answer: within ten minutes it is known whether the mail left',
};

const leftAlone = {
  accepted: recordAcceptance,
  stopped: stays,
  throttled: stays,
  unavailable: stays,
} as const;

/**
 * A request, a batch's entry too, is sent again by whoever asked for it. What was due is tried again by the due
 * machinery (later/): five minutes after it was stopped or throttled, ten after an unknown outcome. A step that did not
 * leave is tried again as another email (steps/). A draft whose release failed waits for the next decision (approvals/).
 */
export const origins = {
  request: { ...leftAlone, refused: fails, says: saysToCaller },
  dueTime: { ...leftAlone, refused: fails, says: saysToCaller },
  step: {
    accepted: recordAcceptance,
    stopped: fails,
    throttled: fails,
    unavailable: fails,
    refused: fails,
    says: saysOfStep,
  },
  // The slice that it is of comes again and takes it up, or fails it. It enters at leave(), behind what could stop it.
  campaign: {
    accepted: recordAcceptance,
    stopped: endAttempt,
    throttled: endAttempt,
    unavailable: endAttempt,
    refused: endAttempt,
    says: saysOfStep,
  },
  release: {
    accepted: recordAcceptance,
    stopped: isHeldAgain,
    throttled: isHeldAgain,
    unavailable: isHeldAgain,
    refused: isHeldAgain,
    says: saysToDecider,
  },
} as const satisfies Record<string, Origin>;

export type OriginName = keyof typeof origins;

/** The 502 of a hand-over that failed. */
export const providerError = (origin: OriginName, kind: NotTaken['kind'], id: string): ApiError =>
  new ApiError('provider_error', origins[origin].says[kind](id), {
    outcomeUnknown: kind === 'unknown',
    ...(kind === 'throttled' && { headers: { 'Retry-After': '5' } }),
  });
