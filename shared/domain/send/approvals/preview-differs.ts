import { htmlToText } from '../../../text/html-to-text.lazy';

/** Whether the words that a person sees in the HTML differ from the words of the text part. */
export function previewDiffers({ html, text }: { html: string | null; text: string }): boolean {
  return html !== null && wordsOf(htmlToText(html)) !== wordsOf(text);
}

/** Returns the words in the order of the text, without links and punctuation. */
const wordsOf = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/https?:\/\/\S+/g, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
