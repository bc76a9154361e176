import { wordsOf } from '../words';

/** Text that clients write into one part only. Hostile text has long words, which no pattern may read repeatedly. */
const clientTexts = [
  /<?\bhttps?:\/\/\S+|\bwww\.\S+|\[[^\]\n]{0,80}\]|\bmailto:/gi,
  /(?<!\S)[^\s@]*@\S*/g,
  /(?<![\w-])[\w-]{1,80}\.(?:png|jpe?g|gif|bmp)\b/gi,
];

/** Lines that clients and newsletters write into one part only. */
const clientLines =
  /(?:original message|ursprüngliche nachricht|message d'origine|view (?:this |the )?(?:e-?mail |message |newsletter )?(?:online|in (?:your|a|the) browser)|having trouble viewing(?: this e-?mail)?)\W/gi;

/** A part may have this many words that the other part does not have, if the other part has all of its words. */
const additionalWordsMax = 2;

/**
 * Whether the plain text and the visible text of the HTML say different things: each part has a word that the other
 * part does not have, or one part has more than two such words.
 */
export function doPartsDisagree(text: string, visibleText: string): boolean {
  const [plain, rich] = [writtenWordsOf(text), writtenWordsOf(visibleText)];
  const [onlyPlain, onlyRich] = [countMissing(plain, rich), countMissing(rich, plain)];
  return (onlyPlain > 0 && onlyRich > 0) || Math.max(onlyPlain, onlyRich) > additionalWordsMax;
}

const writtenWordsOf = (text: string): string[] =>
  wordsOf(
    [...clientTexts, clientLines].reduce(
      (rest, pattern) => rest.replace(pattern, ' '),
      text.normalize('NFKC'),
    ),
  );

/** Counts the words that the other part does not have. Either part may split a word in two. */
function countMissing(words: readonly string[], others: readonly string[]): number {
  const known = new Set([...others, ...pairsOf(others)]);
  const [pairs, missing] = [pairsOf(words), new Set<string>()];
  for (const [index, word] of words.entries())
    if (![word, pairs[index], pairs[index - 1]].some((form) => form !== undefined && known.has(form)))
      missing.add(word);
  return missing.size;
}

/** Joins each word with the next one. */
const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, index) => (words[index] ?? '') + word);
