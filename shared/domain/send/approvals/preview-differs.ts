/**
 * Whether the words that a person sees in the HTML differ from the words of the text part, or depend on the mail client,
 * for example on the width of its window.
 */
export async function previewDiffers({
  html,
  text,
}: {
  html: string | null;
  text: string | null;
}): Promise<boolean> {
  if (html === null) return false;
  const { visibleText } = await import('../../../text/visible/visible-text.lazy');
  const shown = visibleText(html);
  return shown.isConditional || wordsOf(shown.text) !== wordsOf(text ?? '');
}

/** Returns the words in the order of the text, without links and punctuation. */
function wordsOf(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  return (plain.replace(/https?:\/\/\S+/g, ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}
