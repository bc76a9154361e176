import { marks } from './part-marks';

/** The plain-text part of an email. Positions refer to the letters. */
export interface PlainPart {
  /** The words, numbers and symbols, without spaces. */
  letters: string;
  /** Where words start that the HTML may not have, and where they end. */
  optional: ReadonlyMap<number, number>;
  /** Where the number of an item starts, and where it ends. */
  itemNumbers: ReadonlyMap<number, number>;
  /** Where a URL or an address is, of which the HTML may show other words. */
  targets: ReadonlySet<number>;
}

/** The maximum number of comparisons with additional positions, which no real email reaches. */
const stepsMax = 1_000_000;

/** The number of letters of a link, at most, in place of which the plain text may have only the URL. */
const linkLettersMax = 30;

/** Where the letters of the plain text may continue. */
type Positions = readonly number[];

/**
 * Whether the plain text has the letters of the HTML, which are split at its marks, in the same order. Either part may
 * split a word in two. False if the comparison takes too long.
 */
export function matchParts(plain: PlainPart, rich: readonly string[]): boolean {
  let [positions, steps, linkLetters]: [Positions, number, number] = [reach(plain, [0]), 0, 0];
  let beforeLink: Positions = [];
  let beforeImage: Positions = [];
  const add = (others: Positions): void => {
    if (others.length > 0) positions = reach(plain, [...positions, ...others]);
  };
  for (const piece of rich) {
    switch (piece) {
      case marks.linkStart:
        [beforeLink, linkLetters] = [positions, 0];
        break;
      case marks.linkEnd:
        if (linkLetters <= linkLettersMax) add(beforeLink.filter((position) => plain.targets.has(position)));
        beforeLink = [];
        break;
      case marks.imageStart:
        beforeImage = positions;
        break;
      case marks.imageEnd:
        add([...beforeImage, ...beforeImage.map((position) => endOfSymbols(plain.letters, position))]);
        beforeImage = [];
        break;
      case marks.item:
        add(positions.flatMap((position) => plain.itemNumbers.get(position) ?? []));
        break;
      default:
        linkLetters += piece.length;
        for (let at = 0; at < piece.length && positions.length > 0; at++) {
          steps += positions.length - 1;
          if (steps > stepsMax) return false;
          positions = advance(plain, positions, piece.charAt(at));
        }
        if (positions.length + beforeLink.length + beforeImage.length === 0) return false;
    }
  }
  return positions.includes(plain.letters.length);
}

function advance(plain: PlainPart, positions: Positions, letter: string): Positions {
  const next = positions.filter((position) => plain.letters.charAt(position) === letter);
  return reach(
    plain,
    next.map((position) => position + 1),
  );
}

/** Adds the positions after words that may be missing in the HTML. */
function reach({ optional }: PlainPart, positions: Positions): Positions {
  if (positions.length === 1 && !optional.has(positions[0] ?? 0)) return positions;
  const reached = new Set(positions);
  // A set also visits what is added to it meanwhile.
  for (const position of reached) {
    const end = optional.get(position);
    if (end !== undefined) reached.add(end);
  }
  return [...reached];
}

/** Returns the position after the symbols, for which an image may stand. */
function endOfSymbols(letters: string, position: number): number {
  const symbols = /\p{Extended_Pictographic}+/uy;
  symbols.lastIndex = position;
  return symbols.test(letters) ? symbols.lastIndex : position;
}
