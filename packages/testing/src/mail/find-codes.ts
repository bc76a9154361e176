/** URLs contain numbers that are no codes. */
const urls = /\bhttps?:\/\/\S+/gi;

/** Digits, digits in two groups of three, or capital letters and digits. */
const shapes = ['\\d{4,8}', '\\d{3}[ -]\\d{3}', '(?=[A-Z0-9]*\\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{6,10}'];

/** A code stands alone: it is no part of a word, an amount, a decimal number, a date or a phone number. */
const code = new RegExp(
  `(?<![\\p{L}\\d$€£¥+#@/.,:_-])(?:${shapes.join('|')})(?![\\p{L}\\d@/:_%€-]|[.,]\\d)`,
  'gu',
);

/**
 * Finds what may be a one-time code, in order of appearance and each once: 4 to 8 digits (`482913`), six digits in two
 * groups (`482 913`, returned as `482913`), or 6 to 10 capital letters and digits with at least one of each (`7K2P9Q`).
 */
export function findCodes(text: string): string[] {
  const matches = text.replace(urls, ' ').match(code) ?? [];
  return [...new Set(matches.map((match) => match.replace(/[ -]/, '')))];
}
