import { imageMark, itemMark } from './visible/marks';
import { foldCase, unspacedCharacter } from './words';

/** A word, number or symbol, in a form that all its spellings share. */
export interface Token {
  kind: 'word' | 'symbol' | 'item' | 'image';
  value: string;
  /** Whether the token only decorates the text, such as a bullet. */
  isOptional: boolean;
  /** Whether the token can be the number of a list item, as in `1.` and `(a)`. */
  isMarker: boolean;
}

/** Symbols for lines, spaces, and signs that are punctuation. */
const silent = '[\\p{ASCII}\\u00a6\\u2044\\u2215\\u2217\\u2219\\u22c5\\u2500-\\u259f\\u2800\\ufffc\\ufffd]';

const tokenPattern = new RegExp(
  [
    `${itemMark}(?<item>-?\\d+)`,
    `(?<image>${imageMark})`,
    // The negative number of a list item.
    '-(?<=(?:^|\\n)[ \\t>(]{0,20}-)(?<negative>\\p{N}+)(?=[.)])',
    `(?<word>${unspacedCharacter}\\p{M}*|(?:(?!${unspacedCharacter})[\\p{L}\\p{M}])+|\\p{N}+(?:[.,]\\p{N}+)*)`,
    // A minus sign, but neither a hyphen nor the dash of a range.
    '(?<sign>(?<![\\p{L}\\p{N}-])-(?=\\p{Sc}?[.,]?\\p{N}))',
    `(?<symbol>[\\p{Sc}%‰]|\\p{RI}{2}|\\u{1f3f4}[\\u{e0020}-\\u{e007f}]+|(?!${silent})[\\p{Extended_Pictographic}\\p{So}\\p{Sm}])`,
    // Signs of ASCII count before a number only, because text parts also draw lines and quotes with them.
    '(?<=[\\p{L}\\p{N})]\\s{0,3})[<>=](?=\\s?-?\\p{Sc}?\\p{N})|(?<=[\\p{N})]\\s{0,3})\\+(?=\\s?\\p{Sc}?\\p{N})',
  ].join('|'),
  'gu',
);

export function* readTokens(text: string): Generator<Token> {
  const plain = foldCase(spellOut(text));
  for (const match of plain.matchAll(tokenPattern)) yield readToken(plain, match);
}

const ignorable = /(?![\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}|\u20e3/gu;

/** Signs with several spellings. Signs of ownership have no meaning for the reader. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [ignorable, ''],
  [/[©®™℠]|\((?:c|r|tm)\)/gi, ' '],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\+\/-/g, '±'],
  [/>=/g, '≥'],
  [/<=(?!=)/g, '≤'],
  [/!=/g, '≠'],
  [/[-=]>/g, '→'],
  [/<--?(?=\s)/g, '←'],
  [/×/g, 'x'],
];

const spellOut = (text: string): string =>
  spellings.reduce((spelled, [pattern, replacement]) => spelled.replace(pattern, replacement), text);

const sameSymbols: Readonly<Record<string, string>> = Object.fromEntries(
  ['✓✔✅☑🗸', '✗✘✕✖❌☒❎', '→➔➙➛➜➝➞➡➢➣➤⇒⟶', '★⭐', '☎📞'].flatMap((symbols) => {
    const [first = '', ...others] = symbols;
    return others.map((symbol) => [symbol, first]);
  }),
);

const currencies: Readonly<Record<string, string>> = { '€': 'eur', '£': 'gbp', '₹': 'inr' };

function readToken(text: string, { 0: source, index, groups = {} }: RegExpExecArray): Token {
  const { item, image, negative, word, sign, symbol } = groups;
  const end = index + source.length;
  if (negative) return wordToken(`-${negative}`, true);
  if (word) return wordToken(word, isMarkerEnd.test(text.charAt(end)));
  if (item) return { kind: 'item', value: item, isOptional: true, isMarker: false };
  if (image) return { kind: 'image', value: '', isOptional: true, isMarker: false };
  if (sign) return wordToken(sign);
  const before = text.slice(Math.max(0, index - 20), index);
  // A program may have wrapped the line before the operator, or the operator marks a quote.
  if (!symbol) return { ...wordToken(source), isOptional: /(?:^|\n)[\s>]*$/.test(before) };
  const value = sameSymbols[symbol] ?? symbol;
  const currency = currencies[value];
  if (currency) return wordToken(currency);
  const isAlone = /(?:^|\s)$/.test(before) && /^\s?$/.test(text.charAt(end));
  return { kind: 'symbol', value, isOptional: isAlone && bullet.test(value), isMarker: false };
}

const isMarkerEnd = /[.)\]:、]/;

const wordToken = (value: string, isMarker = false): Token => ({
  kind: 'word',
  value,
  isOptional: false,
  isMarker,
});

/** Symbols that people write before the items of lists and between short texts. */
const bullet = /^[✓→★●◆◼◾▪■▲▶►▸◉❖✦✧👉🔸🔹🔶🔷]$/u;
