import type { FormatCallback, HtmlToTextOptions } from 'html-to-text';
import { mailLayout } from '../html-layout';
import { imageMark, itemMark } from './marks';

type Element = Parameters<FormatCallback>[0];

const numberOf = ({ attribs }: Element, name: string): number | undefined => {
  const number = Number.parseInt((attribs as Record<string, string> | undefined)?.[name] ?? '', 10);
  return Number.isSafeInteger(number) ? number : undefined;
};

/** Writes a mark with the number of the item in place of a bullet or a number. */
const formatList: FormatCallback = (list, walk, builder) => {
  const children = list.children;
  const isReversed = (list.attribs as Record<string, string> | undefined)?.['reversed'] !== undefined;
  const count = children.filter(({ name }) => name === 'li').length;
  let next = numberOf(list, 'start') ?? (isReversed ? count : 1);
  builder.openBlock({ leadingLineBreaks: 1 });
  for (const child of children) {
    if (child.name === 'li') {
      next = numberOf(child, 'value') ?? next;
      builder.openBlock({ leadingLineBreaks: 1 });
      builder.addInline(`${itemMark}${next} `);
      next += isReversed ? -1 : 1;
    }
    walk([child], builder);
    if (child.name === 'li') builder.closeBlock({ trailingLineBreaks: 1 });
  }
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/** Writes a mark in place of an image without a text. */
const formatImage: FormatCallback = (image, walk, builder, options) => {
  const { alt = '' } = (image.attribs ?? {}) as Record<string, string>;
  if (alt.trim() === '') builder.addInline(` ${imageMark} `);
  else mailLayout.formatters?.['picture']?.(image, walk, builder, options);
};

const lists = ['ul', 'menu', 'dir', 'ol', 'ol[type="i"]', 'ol[type="I"]'];

/** The layout for a comparison with other texts: bullets, numbers of lists, and images are marks. */
export const withMarks = (layout: HtmlToTextOptions): HtmlToTextOptions => ({
  ...layout,
  wordwrap: false,
  formatters: { ...layout.formatters, markedList: formatList, markedImage: formatImage },
  selectors: [
    ...(layout.selectors ?? []),
    ...lists.map((selector) => ({ selector, format: 'markedList' })),
    { selector: 'img', format: 'markedImage' },
  ],
});
