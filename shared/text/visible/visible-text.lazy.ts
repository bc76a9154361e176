import { Tokenizer } from 'htmlparser2';
import { ignoredTokens } from '../ignored-tokens';
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
    ...['a', 'img', 'image'].map((selector) => ({ selector, options: { pathRewrite: noTarget } })),
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
  let [isTarget, target] = [false, ''];
  // A parser would take quadratic time for tags that are never closed.
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...ignoredTokens,
      onattribname: (start, end) => {
        isTarget = /^(?:href|src)$/i.test(html.slice(start, Math.min(end, start + 5)));
        target = '';
      },
      onattribdata: (start, end) => {
        if (isTarget) target += html.slice(start, end);
      },
      onattribentity: (codePoint) => {
        if (isTarget) target += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        if (isTarget) targets.push(withScheme(target));
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return targets;
}
