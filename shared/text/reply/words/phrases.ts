/** Words and phrases, written with `|` between them so that a table of languages stays readable. */
export const phrases = (table: string | Record<string, string>): readonly string[] =>
  (typeof table === 'string' ? table : Object.values(table).join('|'))
    .split('|')
    .map((phrase) => phrase.replace(/\s+/g, ' ').trim())
    .filter((phrase) => phrase !== '');
