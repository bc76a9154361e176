/** Truncates the text to `lengthMax` characters. As in schemas, an emoji is one character. */
export const truncateText = (text: string, lengthMax: number): string =>
  [...text.slice(0, 2 * lengthMax)].slice(0, lengthMax).join('');
