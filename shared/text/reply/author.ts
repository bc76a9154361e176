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
      const isVerbLast = language === 'de' || language === 'nl';
      const pronoun = `(?<!${letter})(?:${alternationOf(pronouns)})(?!${letter})`;
      return [
        `${pronoun} ${isVerbLast ? `(?:\\p{Ll}${letter}* ){0,2}` : ''}${wrote}`,
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

/** The small words in names and dates, and the verbs before "written". */
const particles: ReadonlySet<string> = new Set([
  ...phrases(
    'van | von | der | den | ter | de | di | da | do | dos | del | della | du | la | le | el | al | bin | ibn | y | e | zu | af | via',
  ),
  ...phrases(
    'hat | heeft | har | ha | г | ο | η | χρήστης | het | пользователь | користувач | lietotājs | uživatel | volgende | følgende | följande | folgendes',
  ),
]);

/** "Me", "to you" and "have", which only a sentence of the sender has. */
const sentenceWords: ReadonlySet<string> = new Set(
  phrases(`
    me | mi | mir | mij | mig | meg | мне | mnie | μου | bana | لي | لك | لكم | إليكم | habe | hast | haben | habt | hatte |
    hattest | hatten | hattet | heb | hebt | hebben | had | hadden
  `),
);

const isSentence = (text: string): boolean =>
  sentenceStart.test(text) || wordsOf(text).words.some((word) => sentenceWords.has(word));

/** The words before a date. */
const datePrepositions: ReadonlySet<string> = new Set(
  attributionStarts.flatMap((phrase) => phrase.split(' ')),
);

interface AttributionWords {
  hasAddress: boolean;
  hasWrote: boolean;
  words: readonly string[];
}

function wordsOf(text: string): AttributionWords {
  const withoutStart = text.replace(start, '');
  const rest = withoutStart.replace(address, ' ');
  const withoutWrote = rest.replace(wroteInText, ' ');
  const words = withoutWrote.split(/[\s,;()<>[\]"“”„«»‘’]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return { hasAddress: rest !== withoutStart, hasWrote: rest !== withoutWrote, words };
}

const isNumber = (word: string): boolean => /\p{N}/u.test(word);
const isName = (word: string): boolean => /^['’]?[\p{Lu}\p{Lo}]/u.test(word) && !isNumber(word);

/**
 * Whether the text starts like the line of a client, with a date and an author before the word for "wrote", instead of a
 * sentence. The author may have a name in small letters.
 */
export function isPlain(text: string): boolean {
  if (isSentence(text)) return false;
  const unquoted = text.replace(/"[^"]*"|<[^<>]*>/g, ' ');
  const { words } = wordsOf(unquoted.slice(0, Math.max(0, unquoted.search(wroteInText))));
  return words.every((_word, index) => index + 1 === words.length || isPlainWord(words, index));
}

function isPlainWord(words: readonly string[], index: number): boolean {
  const word = words[index] ?? '';
  return (
    isName(word) ||
    isNumber(word) ||
    particles.has(word) ||
    datePrepositions.has(word) ||
    isBesideNumber(words, index)
  );
}

/**
 * Whether the line names its author as clients do: it consists of a name or an address, a date and a word for "wrote".
 * Without such a word, it must have an address, or a date and a name of two words.
 */
export function isNamed(text: string, hasDate: boolean): boolean {
  if (hasUnnamedAuthor(text) || isSentence(text) || /[:：] /.test(text)) return false;
  const { words, hasAddress, hasWrote } = wordsOf(text);
  if (hasAddress || hasWrote)
    return words.every((_word, index) => isPlainWord(words, index)) && (hasAddress || words.some(isAuthor));
  return hasDate && isNameAndDate(text, words);
}

const isAuthor = (word: string): boolean =>
  isName(word) && !particles.has(word) && !datePrepositions.has(word.toLowerCase());

/** Whether the line is a date and a name of two words. `12 May 2020 Release Notes` has no time, so it is a title. */
function isNameAndDate(text: string, words: readonly string[]): boolean {
  if (isNumber(words[0] ?? '') && !/\p{N}[:.h]\p{N}{2}(?!\p{N})/u.test(text)) return false;
  const names = words.filter((word) => !isNumber(word) && !dateWord.test(word));
  return names.length === 2 && names.every((name) => /^\p{Lu}/u.test(name) && !nouns.has(name.toLowerCase()));
}

const dateWord =
  /^(?:[ap]m|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$|^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december)$|^\p{Script=Han}+$/iu;

const nouns: ReadonlySet<string> = new Set(
  Object.values(unnamedAuthors).flatMap((authors) => phrases(authors.nouns)),
);

/** Whether only small words are between the word and a number. */
function isBesideNumber(words: readonly string[], index: number): boolean {
  const isSmall = (word: string) => particles.has(word) || datePrepositions.has(word);
  const nextWord = words.slice(index + 1, index + 4).find((word) => !isSmall(word));
  const previousWord = words.slice(Math.max(0, index - 3), index).findLast((word) => !isSmall(word));
  return [previousWord, nextWord].some((word) => word !== undefined && isNumber(word));
}
