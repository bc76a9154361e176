import { phraseFinder, type Match } from './phrase-finder';
import { accessWords, confirmationWords } from './words/access';
import { entryWords, passwordWords } from './words/entry';
import { codeWords, oneTimeWords } from './words/one-time-codes';
import {
  accountWords,
  bookingWords,
  couponWords,
  meetingWords,
  numberWords,
  otherWords,
  referenceWords,
  shopWords,
} from './words/other-codes';

/** The kind of a token, according to the words near it. */
export type CueKind = 'otp' | 'reference' | 'coupon' | 'other';

export interface Cue {
  kind: CueKind;
  /** From 0 to 1: how clearly the words say so. */
  strength: number;
  /** Whether the words count only directly before a code: a password is also reset, changed and forgotten. */
  isBrief?: boolean;
  start: number;
  end: number;
}

/** The topics of a message, according to all its words. */
export interface Topics {
  isBooking: boolean;
  isCoupon: boolean;
  isMeeting: boolean;
  isAccess: boolean;
}

type WordKind =
  | 'otp'
  | 'code'
  | 'number'
  | 'access'
  | 'entry'
  | 'password'
  | 'confirmation'
  | 'account'
  | 'booking'
  | 'reference'
  | 'coupon'
  | 'shop'
  | 'meeting'
  | 'other';

type WordMatch = Match<WordKind>;

const findWords = phraseFinder<WordKind>({
  otp: oneTimeWords,
  code: codeWords,
  number: numberWords,
  access: accessWords,
  entry: entryWords,
  password: passwordWords,
  confirmation: confirmationWords,
  account: accountWords,
  booking: bookingWords,
  reference: referenceWords,
  coupon: couponWords,
  shop: shopWords,
  meeting: meetingWords,
  other: otherWords,
});

/** Finds the words of a line that may tell the kind of a code. */
export const readWords = (line: string): WordMatch[] => findWords(line.toLowerCase());

/** Words that go with one-time codes. Two of them in a message say that it is about access. */
const signs: readonly WordKind[] = ['code', 'access', 'entry', 'password', 'confirmation'];

/** Reads the topics from the words of all lines of a message. */
export function topicsOf(words: readonly WordMatch[]): Topics {
  const counts = new Map<WordKind, number>();
  for (const { kind } of words) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const has = (kind: WordKind, least = 1): boolean => (counts.get(kind) ?? 0) >= least;
  return {
    isBooking: has('booking') && !has('otp'),
    isCoupon: has('coupon') && !has('otp'),
    isMeeting: has('meeting'),
    isAccess: has('otp') || has('access', 2) || signs.filter((kind) => has(kind)).length > 1,
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
    return { ...meaningOf(kind, qualifier?.kind, topics), ...range };
  }
  if (topics.isMeeting && (kind === 'otp' || kind === 'password')) return { ...meanings.other, start, end };
  if (kind === 'entry')
    return { kind: topics.isCoupon ? 'coupon' : 'otp', strength: topics.isAccess ? 0.62 : 0.4, start, end };
  return { ...meanings[kind], start, end };
}

type Meaning = Pick<Cue, 'kind' | 'strength' | 'isBrief'>;

/** What words mean that stand for themselves. */
const meanings: Readonly<Record<Exclude<WordKind, 'code' | 'number' | 'entry' | 'confirmation'>, Meaning>> = {
  otp: { kind: 'otp', strength: 1 },
  password: { kind: 'otp', strength: 0.7, isBrief: true },
  access: { kind: 'otp', strength: 0.4 },
  account: { kind: 'reference', strength: 0.7 },
  booking: { kind: 'reference', strength: 0.9 },
  reference: { kind: 'reference', strength: 0.9 },
  coupon: { kind: 'coupon', strength: 0.9 },
  shop: { kind: 'coupon', strength: 0.9 },
  meeting: { kind: 'other', strength: 0.9 },
  other: { kind: 'other', strength: 0.9 },
};

/** What a word for a code or a number means, given the word that goes with it and the topics of the message. */
function meaningOf(noun: 'code' | 'number', qualifier: WordKind | undefined, topics: Topics): Meaning {
  if (qualifier === 'coupon' || qualifier === 'other') return { kind: qualifier, strength: 1 };
  if (topics.isMeeting && qualifier !== 'access') return meanings.other;
  if (qualifier === 'booking' || qualifier === 'reference') return { kind: 'reference', strength: 1 };
  if (qualifier === 'access' || qualifier === 'otp' || qualifier === 'password')
    return { kind: 'otp', strength: 1 };
  const isOfNumber = noun === 'number' && !(qualifier === 'entry' && topics.isAccess);
  if (isOfNumber || (topics.isBooking && (qualifier === 'confirmation' || !topics.isAccess)))
    return { kind: 'reference', strength: 0.8 };
  if (topics.isCoupon) return { kind: 'coupon', strength: 0.8 };
  return { kind: 'otp', strength: qualifier ? 0.9 : 0.85 };
}

/** The kinds of words that tell which code is meant. The first ones tell most. */
const qualifiers: readonly WordKind[] = [
  'otp',
  'coupon',
  'other',
  'booking',
  'reference',
  'password',
  'confirmation',
  'access',
  'entry',
];

/** The word that tells which code or number is meant, such as `booking` in `booking code` and in `code de réservation`. */
function qualifierOf(noun: WordMatch, matches: readonly WordMatch[], line: string): WordMatch | undefined {
  const near = matches
    .filter(({ kind }) => qualifiers.includes(kind))
    .map((match) => ({ match, gap: gapBetween(noun, match, line) }))
    .filter(({ match, gap }) => gap !== undefined && (gap === '' || isLink(gap, match.kind, noun.kind)));
  const rank = ({ match, gap = '' }: (typeof near)[number]): number =>
    (gap.length > 10 ? 100 : gap.trim().length > 0 ? 10 : 0) + qualifiers.indexOf(match.kind);
  return near.sort((first, second) => rank(first) - rank(second))[0]?.match;
}

/** Returns the text between the two. Empty if they overlap, undefined if another clause or a number is in between. */
function gapBetween(first: WordMatch, second: WordMatch, line: string): string | undefined {
  const [left, right] = first.start <= second.start ? [first, second] : [second, first];
  if (right.start <= left.end) return '';
  if (right.start - left.end > 30) return undefined;
  const gap = line.slice(left.end, right.start);
  return /[.!?;:,\n。、，：]|\d{3}/.test(gap) ? undefined : gap;
}

/** Small words between the parts of a name: `code de la réservation`, `número del pedido`. */
const particles =
  /^[ -](?:(?:d[aeiou]s?|del|della|dello|dell'|di|la|le|el|los|las|l'|d'|der|des|für|for|of|van|voor|za|do|pro|til|för|na|ال) ?){0,2}$|^[ -]?$/;

/** Whether a word goes with a code or a number, given the text between them. */
function isLink(gap: string, kind: WordKind, noun: WordKind): boolean {
  if (particles.test(gap.toLowerCase())) return true;
  if (kind === 'entry') return true;
  return kind === 'access' && (noun === 'code' || gap.length <= 3);
}
