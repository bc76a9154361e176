import { readTokens } from '../comparable-tokens';
import { hostsIn, withoutClientText } from './client-text';
import { markedHtml } from './marked-html';
import { matchParts, type PlainPart } from './match-parts';
import { marks, splitAtMarks, withoutMarks } from './part-marks';

/**
 * Whether the plain text and the visible HTML say different things: they have other words, numbers or symbols, or these
 * in another order, apart from what clients write into one part only.
 */
export function doPartsDisagree(text: string, visibleHtml: string): boolean {
  const hosts = hostsIn(`${text}\n${visibleHtml}`);
  const plain = withoutClientText(withoutMarks(text), hosts, marks.target);
  const rich = withoutClientText(markedHtml(visibleHtml), hosts, ' ');
  return !matchParts(plainPart(markPlain(plain)), splitAtMarks(rich).map(lettersOf));
}

const { target, optionalStart, optionalEnd, itemNumberStart, itemNumberEnd } = marks;

/** `[1] https://example.com`, or `1. https://example.com`, below a text that refers to the link as `[1]`. */
const footnote = new RegExp(
  `^[ \\t]*(?:(?:references|(?:visible )?links):?\\s{1,9})?(?:\\[(\\d{1,3})\\]:?|(\\d{1,3})\\.)[ \\t]+(?=${target})`,
  'gim',
);

/** The description of an image, at the start of a line, after another one, or before the target of a link. */
const description = new RegExp(
  `(?<=(?:^|[\\]${target}])[ \\t>]{0,20})\\[[^\\]\\n]{1,80}\\]|\\[[^\\]\\n]{1,80}\\](?=\\(?${target})`,
  'gm',
);

/** Outlook writes the bullets of inner lists as `o`. */
const itemNumber = /(?<=^[ \t>]{0,20})(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,6})[.)]|o(?=\t| {2}))(?=\s)/gim;

/** Marks what the HTML may not have. */
function markPlain(text: string): string {
  const footnotes = new Set([...text.matchAll(footnote)].map(([, inBrackets, plain]) => inBrackets ?? plain));
  return text
    .replace(footnote, ' ')
    .replace(/\[(\d{1,3})\]/g, (written, number: string) => (footnotes.has(number) ? ' ' : written))
    .replace(description, `${optionalStart}$&${optionalEnd}`)
    .replace(itemNumber, `${itemNumberStart}$&${itemNumberEnd}`);
}

function plainPart(marked: string): PlainPart {
  const optional = new Map<number, number>();
  const itemNumbers = new Map<number, number>();
  const targets = new Set<number>();
  let [letters, start] = ['', 0];
  for (const piece of splitAtMarks(marked)) {
    if (piece === target) targets.add(letters.length);
    else if (piece === optionalStart || piece === itemNumberStart) start = letters.length;
    else if (piece === optionalEnd) optional.set(start, letters.length);
    else if (piece === itemNumberEnd) itemNumbers.set(start, letters.length);
    else letters += lettersOf(piece);
  }
  return { letters, optional, itemNumbers, targets };
}

const anyMark = new Set<string>(Object.values(marks));

/** Returns the words, numbers and symbols without spaces, and a mark as it is. */
const lettersOf = (piece: string): string =>
  anyMark.has(piece) || piece.trim() === ''
    ? piece.trim()
    : [...readTokens(piece)]
        .filter(({ isOptional }) => !isOptional)
        .map(({ value }) => value)
        .join('');
