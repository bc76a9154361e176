import type { Token } from '../../../text/comparable-tokens';

/** The maximum number of comparisons, which no real email reaches. */
const stepsMax = 5_000_000;

/**
 * Whether the text has all tokens that are shown, and no others, in the same order. Optional tokens may be missing on
 * either side. Also false if the comparison takes too long.
 */
export function haveSameTokens(shown: readonly Token[], text: Iterable<Token>): boolean {
  let steps = 0;
  /** Where the rest of the text may continue among the shown tokens. */
  let positions: readonly number[] = [0];
  for (const token of text) {
    const next: number[] = token.isOptional ? [...positions] : [];
    for (const position of positions) {
      let candidate: Token | undefined;
      for (let at = position; at < shown.length && (at === position || candidate?.isOptional); at++) {
        candidate = shown[at];
        steps += 1 + next.length;
        if (steps > stepsMax) return false;
        const end = candidate?.kind === 'image' ? at : at + 1;
        if (candidate && isSame(candidate, token) && !next.includes(end)) next.push(end);
      }
    }
    if (next.length === 0) return false;
    positions = next;
  }
  const isEnd = (position: number): boolean => shown.slice(position).every(({ isOptional }) => isOptional);
  return positions.some(isEnd);
}

/** Images may stand for any number of symbols. */
function isSame(shown: Token, token: Token): boolean {
  if (shown.kind === 'image') return token.kind === 'symbol';
  if (shown.kind === 'item') return isItemMark(Number(shown.value), token);
  return shown.value === token.value;
}

const isItemMark = (item: number, { kind, value, isMarker }: Token): boolean =>
  kind === 'symbol' ? itemBullet.test(value) : isMarker && spellingsOf(item).includes(value);

const itemBullet = /^[\u25a0-\u25ff✓→★☆]$/u;

/** The numbers of list styles, of which real lists have no more than the Roman digits below. */
const spellingsOf = (item: number): string[] => [
  String(item),
  String(item).padStart(2, '0'),
  ...(item > 0 && item < 400 ? [lettersOf(item), romanOf(item)] : []),
  ...greekLetters.slice(item - 1, item),
];

const greekLetters = Array.from('αβγδεζηθικλμνξοπρστυφχψω');

/** a to z, aa, ab and so on. */
const lettersOf = (item: number): string =>
  item < 1 ? '' : lettersOf(Math.floor((item - 1) / 26)) + String.fromCodePoint(0x61 + ((item - 1) % 26));

const romanDigits = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function romanOf(item: number): string {
  let [rest, roman] = [item, ''];
  for (const [value, digits] of romanDigits) for (; rest >= value; rest -= value) roman += digits;
  return roman;
}
