import { phraseFinder, type Match } from './phrase-finder';
import { accessWords, confirmationWords } from './words/access';
import { codeWords, oneTimeWords } from './words/one-time-codes';
import { bookingWords, couponWords, numberWords, otherWords, referenceWords } from './words/other-codes';

/** What the words near a token say that it is. */
export type CueKind = 'otp' | 'reference' | 'coupon' | 'other';

export interface Cue {
  kind: CueKind;
  /** From 0 to 1: how clearly the words say so. */
  strength: number;
  start: number;
  end: number;
}

/** What the words of the whole message are about. */
export interface Topics {
  isBooking: boolean;
  isCoupon: boolean;
  isAccess: boolean;
}

type WordKind =
  'otp' | 'code' | 'number' | 'access' | 'confirmation' | 'booking' | 'reference' | 'coupon' | 'other';

type WordMatch = Match<WordKind>;

const findWords = phraseFinder<WordKind>({
  otp: oneTimeWords,
  code: codeWords,
  number: numberWords,
  access: accessWords,
  confirmation: confirmationWords,
  booking: bookingWords,
  reference: referenceWords,
  coupon: couponWords,
  other: otherWords,
});

/** Finds the words of a line that may tell the kind of a code. */
export const readWords = (line: string): WordMatch[] => findWords(line.toLowerCase());

/** Reads the topics from the words of all lines of a message. */
export function topicsOf(words: readonly WordMatch[]): Topics {
  const counts = new Map<WordKind, number>();
  for (const { kind } of words) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const has = (kind: WordKind, least = 1): boolean => (counts.get(kind) ?? 0) >= least;
  return {
    isBooking: has('booking') && !has('otp'),
    isCoupon: has('coupon') && !has('otp'),
    isAccess: has('otp') || (has('code') && has('access')) || has('access', 2),
  };
}

/** Finds the words that tell the kind of a code nearby. */
export function cuesOf(line: string, matches: readonly WordMatch[], topics: Topics): Cue[] {
  return matches.flatMap((match) => cueOf(match, matches, line, topics) ?? []);
}

function cueOf(
  match: WordMatch,
  matches: readonly WordMatch[],
  line: string,
  topics: Topics,
): Cue | undefined {
  const { kind, start, end } = match;
  if (kind === 'confirmation') return undefined;
  if (kind === 'code' || kind === 'number') {
    const qualifier = qualifierOf(match, matches, line);
    const range = qualifier
      ? { start: Math.min(start, qualifier.start), end: Math.max(end, qualifier.end) }
      : { start, end };
    return { ...kindOf(kind, qualifier?.kind, topics), ...range };
  }
  if (kind === 'access') return { kind: 'otp', strength: 0.45, start, end };
  return { kind: kind === 'booking' ? 'reference' : kind, strength: kind === 'otp' ? 1 : 0.9, start, end };
}

function kindOf(
  noun: 'code' | 'number',
  qualifier: WordKind | undefined,
  topics: Topics,
): Pick<Cue, 'kind' | 'strength'> {
  if (qualifier === 'confirmation')
    return { kind: topics.isBooking ? 'reference' : noun === 'code' ? 'otp' : 'reference', strength: 0.95 };
  if (qualifier === 'access' || qualifier === 'otp') return { kind: 'otp', strength: 1 };
  if (qualifier === 'booking' || qualifier === 'reference') return { kind: 'reference', strength: 1 };
  if (qualifier === 'coupon' || qualifier === 'other') return { kind: qualifier, strength: 1 };
  if (noun === 'number') return { kind: 'reference', strength: 0.8 };
  if (topics.isCoupon) return { kind: 'coupon', strength: 0.8 };
  return topics.isBooking && !topics.isAccess
    ? { kind: 'reference', strength: 0.8 }
    : { kind: 'otp', strength: 0.8 };
}

/** The word that tells which code or number is meant, such as `booking` in `booking code` and in `code de réservation`. */
function qualifierOf(noun: WordMatch, matches: readonly WordMatch[], line: string): WordMatch | undefined {
  const near = matches
    .filter(({ kind }) => kind !== 'code' && kind !== 'number')
    .map((match) => ({ match, gap: gapBetween(noun, match, line) }))
    .filter(({ match, gap }) => gap !== undefined && (gap === '' || isLink(gap, match.kind, noun.kind)));
  const order: readonly WordKind[] = [
    'otp',
    'coupon',
    'other',
    'booking',
    'reference',
    'confirmation',
    'access',
  ];
  const rank = ({ match, gap = '' }: (typeof near)[number]): number =>
    (gap.length > 10 ? 100 : gap.trim().length > 0 ? 10 : 0) + order.indexOf(match.kind);
  return near.sort((first, second) => rank(first) - rank(second))[0]?.match;
}

/** Returns the text between the two. Empty if they overlap, undefined if another clause or a number is in between. */
function gapBetween(first: WordMatch, second: WordMatch, line: string): string | undefined {
  const [left, right] = first.start <= second.start ? [first, second] : [second, first];
  if (right.start <= left.end) return '';
  if (right.start - left.end > 30) return undefined;
  const gap = line.slice(left.end, right.start);
  return /[.!?;:,\n。、，：]|\d/.test(gap) ? undefined : gap;
}

/** Small words between the parts of a name: `code de la réservation`, `número del pedido`. */
const particles =
  /^[ -](?:(?:d[aeiou]s?|del|della|dello|dell'|di|la|le|el|los|las|l'|d'|der|des|für|for|of|van|voor|za|do|pro|til|för|na|ال) ?){0,2}$|^[ -]?$/;

const isLink = (gap: string, kind: WordKind, noun: WordKind): boolean =>
  kind === 'access' && noun === 'code' ? true : particles.test(gap.toLowerCase());
