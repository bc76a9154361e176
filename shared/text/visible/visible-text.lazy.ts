import { Parser } from 'htmlparser2';
import { mailLayout } from '../html-layout';
import { hiddenElements } from '../reply/html/elements';
import { htmlToText } from '../html-to-text.lazy';
import { withScheme } from '../link-target';
import { withoutFiller } from '../invisible-characters';
import { withMarks } from './marked-layout';
import { visibleHtml, type VisibleHtml } from './visible-html';

export interface VisibleText extends Omit<VisibleHtml, 'html'> {
  /** The text that a person sees, without the targets of links and images. */
  text: string;
  /** The text with marks in place of bullets, the numbers of lists, and images. */
  markedText: string;
  /** The targets of the links and images that a person sees. */
  targets: string[];
}

const noTarget = (): string => '';

const layout = {
  ...mailLayout,
  selectors: [
    ...(mailLayout.selectors ?? []),
    // Hidden elements are removed already, and what remains of them is shown.
    ...[...hiddenElements].map((selector) => ({ selector, format: 'inline' })),
    ...['a', 'img'].map((selector) => ({ selector, options: { pathRewrite: noTarget } })),
  ],
};

const markedLayout = withMarks(layout);

/** Returns the text that a person sees when a mail client shows the HTML, laid out like the plain-text part. */
export function visibleText(html: string): VisibleText {
  const { html: shown, ...warnings } = visibleHtml(html);
  return {
    text: withoutFiller(htmlToText(shown, layout)),
    markedText: withoutFiller(htmlToText(shown, markedLayout)),
    targets: targetsOf(shown),
    ...warnings,
  };
}

function targetsOf(html: string): string[] {
  const targets: string[] = [];
  const parser = new Parser({
    onopentag: (_name, { href, src }) =>
      targets.push(...[href, src].filter((target) => target !== undefined).map(withScheme)),
  });
  parser.end(html);
  return targets;
}
