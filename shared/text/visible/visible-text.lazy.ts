import { htmlToText } from '../html-to-text.lazy';
import { visibleHtml, type VisibleHtml } from './visible-html';
import { withoutFiller } from '../invisible-characters';

export type VisibleText = Omit<VisibleHtml, 'html'> & { text: string };

/** Returns the text that a person sees when a mail client shows the HTML, laid out like the text of `htmlToText`. */
export function visibleText(html: string): VisibleText {
  const { html: shown, ...warnings } = visibleHtml(html);
  return { text: withoutFiller(htmlToText(shown)), ...warnings };
}
