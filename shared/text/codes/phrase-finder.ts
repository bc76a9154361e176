/** The place of a phrase in a text. */
export interface Match<Kind> {
  kind: Kind;
  start: number;
  end: number;
}

interface Phrase<Kind> {
  kind: Kind;
  words: string;
  /** Whether other letters of the same word may precede or follow. */
  isOpenAtStart: boolean;
  isOpenAtEnd: boolean;
}

/**
 * Returns a function that finds phrases in lower-case text in one pass, at most one of each kind at a place. An asterisk
 * at the start or the end of a phrase represents any letters of the same word.
 */
export function phraseFinder<Kind extends string>(
  table: Readonly<Record<Kind, readonly string[]>>,
): (text: string) => Match<Kind>[] {
  const byStart = indexPhrases(table);
  return (text) => {
    const matches: Match<Kind>[] = [];
    const ends = new Map<Kind, number>();
    for (let at = 0; at < text.length; at++)
      for (const phrase of byStart.get(text.slice(at, at + keyLength)) ??
        byStart.get(text.charAt(at)) ??
        []) {
        if (at < (ends.get(phrase.kind) ?? 0) || !standsAt(text, phrase, at)) continue;
        const end = endOf(text, phrase, at);
        ends.set(phrase.kind, end);
        matches.push({ kind: phrase.kind, start: at, end });
      }
    return matches;
  };
}

/** Phrases are found by their first letters. */
const keyLength = 2;

function indexPhrases<Kind extends string>(
  table: Readonly<Record<Kind, readonly string[]>>,
): Map<string, Phrase<Kind>[]> {
  const byStart = new Map<string, Phrase<Kind>[]>();
  const kinds = Object.keys(table) as Kind[];
  const all = kinds.flatMap((kind) => table[kind].map((phrase) => readPhrase(kind, phrase)));
  for (const phrase of all.sort((first, second) => second.words.length - first.words.length)) {
    const key = phrase.words.slice(0, keyLength);
    byStart.set(key, [...(byStart.get(key) ?? []), phrase]);
  }
  return byStart;
}

const readPhrase = <Kind>(kind: Kind, phrase: string): Phrase<Kind> => ({
  kind,
  words: phrase.replace(/^\*|\*$/g, ''),
  isOpenAtStart: phrase.startsWith('*'),
  isOpenAtEnd: phrase.endsWith('*'),
});

/** Alphabets whose words have spaces or signs around them. */
const wordStarts = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** In Arabic and Hebrew, small words such as "the" are prefixes, so only the end of a word is checked. */
const wordEnds =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u;

function standsAt(text: string, { words, isOpenAtStart, isOpenAtEnd }: Phrase<string>, at: number): boolean {
  if (!text.startsWith(words, at)) return false;
  const end = at + words.length;
  return (
    (isOpenAtStart || !areBoth(wordStarts, text.charAt(at - 1), words.charAt(0))) &&
    (isOpenAtEnd || !areBoth(wordEnds, text.charAt(end), words.charAt(words.length - 1)))
  );
}

const areBoth = (letters: RegExp, first: string, second: string): boolean =>
  letters.test(first) && letters.test(second);

const lettersMax = 20;

/** Returns where the word ends in which the phrase ends. */
function endOf(text: string, { words, isOpenAtEnd }: Phrase<string>, at: number): number {
  let end = at + words.length;
  if (isOpenAtEnd) for (let added = 0; added < lettersMax && wordEnds.test(text.charAt(end)); added++) end++;
  return end;
}
