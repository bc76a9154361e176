/** Splits phrases that are separated by `|`. This notation keeps long tables of languages readable. */
export const phrases = (table: string | Record<string, string>): readonly string[] =>
  (typeof table === 'string' ? table : Object.values(table).join('|'))
    .split('|')
    .map((phrase) => phrase.replace(/\s+/g, ' ').trim())
    .filter((phrase) => phrase !== '');
