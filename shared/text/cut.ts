/** The text without what is longer. Half of a surrogate pair is no text, and goes as well. */
export const cut = (text: string, lengthMax: number): string =>
  text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '');
