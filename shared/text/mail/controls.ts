/**
 * Removes control characters except tabs and line breaks, because PostgreSQL, XML and other readers of the API refuse
 * them. A form feed or a vertical tab separates words, so a space replaces it.
 */
export const removeControls = (text: string): string =>
  text.replace(/[\v\f]/g, ' ').replace(/(?![\t\n\r])[\0-\x1f\x7f]/g, '');
