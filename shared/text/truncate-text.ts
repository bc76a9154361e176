/** Truncates the text to `lengthMax` characters, counted as in a schema, where an emoji is one character. */
export const truncateText = (text: string, lengthMax: number): string =>
  [...text.slice(0, 2 * lengthMax)].slice(0, lengthMax).join('');
