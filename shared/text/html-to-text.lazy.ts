import { convert } from 'html-to-text';

/** The plain-text part of a mail that was given as HTML only. */
export const htmlToText = (html: string): string => convert(html, { wordwrap: 78 });
