import { phrases } from './words/phrases';
import {
  addressesReader,
  sentenceStarts,
  unnamedAuthors,
  unnamedAuthorsInScripts,
} from './words/unnamed-authors';
import { attributionStarts, wroteByLanguage, wroteInScripts, wroteWords } from './words/wrote';

export const letter = '[\\p{L}\\p{M}]';

export const alternationOf = (words: string | readonly string[]): string =>
  [...new Set(typeof words === 'string' ? phrases(words) : words)]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|');

/**
 * Whether the sender says who wrote a text, as in `You wrote` and `schrieb der Kunde`, without a name. Clients always
 * write a name or an address. The case of the letters distinguishes `de klant` from `de Vries`.
 */
export function hasUnnamedAuthor(text: string): boolean {
  const sentence = `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  return unnamedWords.test(sentence) || unnamedNouns.test(sentence);
}

/** Whether the lowercase text says that the reader wrote the quote. */
export const isReaderAuthor = (text: string): boolean => readerWrote.test(text);
const readerWrote = new RegExp(`(?<!${letter})(?:${alternationOf(addressesReader)})(?!${letter})`, 'u');

type Language = keyof typeof unnamedAuthors;

const byLanguage = (patternOf: (language: Language, wrote: string) => readonly string[]): RegExp =>
  new RegExp(
    (Object.keys(unnamedAuthors) as Language[])
      .flatMap((language) =>
        patternOf(language, `(?:${alternationOf(wroteByLanguage[language])})(?!${letter})`),
      )
      .join('|'),
    'u',
  );

/** A pronoun beside the verb, or a noun that is not the last part of a name. */
const unnamedWords = new RegExp(
  [
    byLanguage((language, wrote) => {
      const { pronouns = '', nouns = '', followsVerb } = unnamedAuthors[language] ?? {};
      const pronoun = `(?<!${letter})(?:${alternationOf(pronouns)})(?!${letter})`;
      return [
        `${pronoun} ${wrote}`,
        `(?<!${letter} ?)(?:${alternationOf(nouns)}) ${wrote}`,
        ...(followsVerb ? [`(?<!${letter})${wrote} ${pronoun}`] : []),
      ];
    }).source,
    `(?:${alternationOf(unnamedAuthorsInScripts)})${letter}{0,3} ?(?:${alternationOf(wroteInScripts)})`,
    `^(?:${alternationOf(unnamedAuthorsInScripts)}).{0,40}(?:${alternationOf(wroteInScripts)})$`,
  ].join('|'),
  'u',
);

/** An article, up to two words, and a noun, which starts with a small letter except in English and German. */
const unnamedNouns = byLanguage((language, wrote) => {
  const { articles, followsVerb } = unnamedAuthors[language] ?? {};
  if (!articles) return [];
  const noun = language === 'en' || language === 'de' ? `${letter}+` : `\\p{Ll}${letter}*`;
  const author = `(?<!${letter}|v[ao]n )(?:${alternationOf(articles)}) (?!volgende)(?:${letter}{1,20} ){0,2}${noun}`;
  return [`${author} ${wrote}`, ...(followsVerb ? [`(?<!${letter})${wrote} ${author}`] : [])];
});

const wroteInText = new RegExp(
  `(?<!${letter})(?:${alternationOf(wroteWords)})(?!${letter})|${alternationOf(wroteInScripts)}`,
  'giu',
);
const start = new RegExp(`^(?:${alternationOf(attributionStarts)})(?=[\\s,־])`, 'iu');
/** Whether a sentence of the sender starts here, instead of a date or a name. */
export const sentenceStart = new RegExp(`^(?:${alternationOf(sentenceStarts)})(?!${letter})`, 'iu');
const address = /<?[^\s<>@]{1,100}@[^\s<>@]{1,100}>?/g;

/** The small words in names. */
const particles: ReadonlySet<string> = new Set(
  phrases(
    'van | von | der | den | ter | de | di | da | do | dos | del | della | du | la | le | el | al | bin | ibn | y | e | zu | af | via',
  ),
);

/**
 * Whether the line names its author as clients do: it consists of a name or an address, a date and a word for "wrote".
 * Without such a word, it must have an address, or a date and a name of at least two words.
 */
export function isNamed(text: string, hasDate: boolean): boolean {
  if (hasUnnamedAuthor(text) || sentenceStart.test(text) || /[:：] /.test(text)) return false;
  const withoutStart = text.replace(start, '');
  const rest = withoutStart.replace(address, ' ');
  const hasAddress = rest !== withoutStart;
  const withoutWrote = rest.replace(wroteInText, ' ');
  const words = withoutWrote.split(/[\s,;()<>[\]"“”„«»]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const names = words.filter((word) => /^['’]?[\p{Lu}\p{Lo}]/u.test(word) && !/\p{N}/u.test(word));
  const isPlain = words.every(
    (word, index) =>
      names.includes(word) || /\p{N}/u.test(word) || particles.has(word) || isBesideNumber(words, index),
  );
  if (hasAddress || rest !== withoutWrote) return isPlain && (hasAddress || names.length > 0);
  return hasDate && names.length > 1 && words.every((word) => names.includes(word) || /\p{N}/u.test(word));
}

const isBesideNumber = (words: readonly string[], index: number): boolean =>
  [words[index - 1], words[index + 1]].some((word) => word !== undefined && /\p{N}/u.test(word));
