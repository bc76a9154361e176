/** Splits phrases that are separated by `|`. This notation keeps the long tables of phrases readable. */
export const phrases = (table: string | Record<string, string>): readonly string[] =>
  (typeof table === 'string' ? table : Object.values(table).join('|'))
    .split('|')
    .map((phrase) => phrase.replace(/\s+/g, ' ').trim())
    .filter((phrase) => phrase !== '');
