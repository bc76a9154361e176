import type { FormatCallback, HtmlToTextOptions } from 'html-to-text';
import { mailLayout } from '../html-layout';
import { itemNumbers } from '../list-numbers';
import { imageMark, itemMark } from './marks';

/** Writes a mark with the number of the item in place of a bullet or a number. */
const formatList: FormatCallback = (list, walk, builder) => {
  const numbers = itemNumbers(list);
  builder.openBlock({ leadingLineBreaks: 1 });
  for (const child of list.children) {
    if (child.name !== 'li') {
      walk([child], builder);
      continue;
    }
    builder.openBlock({ leadingLineBreaks: 1 });
    builder.addInline(`${itemMark}${numbers.shift()} `);
    walk([child], builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
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
    ...['img', 'image'].map((selector) => ({ selector, format: 'markedImage' })),
  ],
});
