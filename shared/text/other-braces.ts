import { blockElements } from './reply/html/elements';

/** In HTML, entities can become braces, and inline tags show nothing between them. */
export type TextKind = 'text' | 'html';

/** Braces that a person reads as those of a placeholder, but that are mailed. */
interface OtherBraces {
  text: string;
  index: number;
  /** How to write the placeholder. */
  reason: string;
}

/** Finds braces of other forms, and braces that are parted by something invisible. Takes linear time. */
export function* findOtherBraces(text: string, kind: TextKind): Generator<OtherBraces> {
  const found = new Set<number>();
  for (const [seen, pattern] of viewsOf(text, kind)) {
    for (const { 0: match, index } of seen.matchAll(pattern)) {
      const source = text.slice(index, index + match.length);
      // The tokenizer reads two braces of ASCII.
      if (found.has(index) || source.startsWith('{{')) continue;
      found.add(index);
      yield { text: source, index, reason: reasonFor(source) };
    }
  }
}

/** What a person sees of the text, without changing its length, and the braces to find in it. */
const viewsOf = (text: string, kind: TextKind): (readonly [string, RegExp])[] =>
  kind === 'text'
    ? [[text, braces]]
    : [
        [replaceMarkup(text, tagsAndEntities), braces],
        // The values of attributes.
        [replaceMarkup(text, entities), braces],
        [text, encodedBraces],
      ];

const blank = '\u200b';

const invisible = '(?![\\t\\n\\r])[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Cc}]';
const gap = `(?:${invisible})*`;

/** Two braces, and what they enclose. Full-width braces, and those in a link, are text unless two others close them. */
const asciiBraces = `\\{${gap}\\{(?:[^{}]{0,100}\\}(?:${gap}\\})?${gap})?`;
const fullWidthBraces = `[{｛﹛]${gap}[{｛﹛][^{}｛｝﹛﹜]{0,100}[}｝﹜]${gap}[}｝﹜]`;
const braces = new RegExp(`${asciiBraces}|${fullWidthBraces}`, 'gu');
const encodedBraces = /(?:%7B|\{){2}(?:[^{}%<>"'\s]|%20){0,100}(?:%7D|\}){2}/gi;

const reasons: readonly (readonly [RegExp, string])[] = [
  [/&/, 'Write the character itself instead of an HTML entity'],
  [/%7[BD]/i, 'Write the braces { and } instead of %7B and %7D'],
  [/[｛﹛｝﹜]/, 'Use the braces { and } of ASCII'],
];

const reasonFor = (braces: string): string =>
  reasons.find(([pattern]) => pattern.test(braces))?.[1] ??
  'Put nothing between the two braces, not even a tag or a character that shows nothing';

const blocks = [...blockElements, 'br', 'img', 'input', 'td', 'th'].join('|');
const comment = '<!--(?:(?!<!--)[^])*?-->';
const hiding = '(?=[^<>]*(?:\\shidden(?=[\\s=/>])|display\\s*:\\s*none))';
/** Elements that show nothing, with what is between their tags. */
const hiddenElement = [
  '<(?<raw>style|script|title|template)(?=[\\s>])(?:(?!<\\k<raw>)[^])*?</\\k<raw>\\s*>',
  `<(?<hidden>[a-z][a-z\\d]*)${hiding}[^<>]*>[^<]{0,200}</\\k<hidden>\\s*>`,
  `<(?:br|img|input|hr)\\b${hiding}[^<>]*>`,
].join('|');
const inlineTag = `<(?!/?(?:${blocks})(?![\\w-]))[!?/a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>`;
const entity = '&(?:#(?<decimal>\\d{1,9})|#x(?<hex>[\\da-f]{1,8})|(?<name>[a-z]{2,22})(?:;|(?<=shy)));?';
const entities = new RegExp(entity, 'gi');
const tagsAndEntities = new RegExp(`${hiddenElement}|${comment}|${inlineTag}|${entity}`, 'gi');

/** Replaces what shows nothing with blanks, and entities with their braces. Keeps the length of the text. */
const replaceMarkup = (html: string, markup: RegExp): string =>
  html.replace(markup, (source: string, ...args: unknown[]) => {
    const { decimal, hex, name } = args.at(-1) as Record<string, string | undefined>;
    const character = name
      ? named.get(name.toLowerCase())
      : decimal || hex
        ? characterOf(Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16))
        : blank;
    if (character === undefined) return source;
    if (isInvisible.test(character)) return blank.repeat(source.length);
    return /[{}｛｝﹛﹜]/.test(character) ? character + blank.repeat(source.length - 1) : source;
  });

const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

const isInvisible = new RegExp(`^${invisible}$`, 'u');

/** The entities of braces and of characters that show nothing. */
const named: ReadonlyMap<string, string> = new Map([
  ['lbrace', '{'],
  ['lcub', '{'],
  ['rbrace', '}'],
  ['rcub', '}'],
  ...(
    'shy zwj zwnj lrm rlm zerowidthspace negativeverythinspace negativethinspace negativemediumspace ' +
    'negativethickspace nobreak af applyfunction it invisibletimes ic invisiblecomma'
  )
    .split(' ')
    .map((name) => [name, blank] as const),
]);
