/** The text without what is longer, in characters as a schema counts them: an emoji is one. */
export const truncateText = (text: string, lengthMax: number): string =>
  [...text.slice(0, 2 * lengthMax)].slice(0, lengthMax).join('');
