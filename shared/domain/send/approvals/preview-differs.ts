/** The parts of an email, of which a mail client shows one. */
interface Parts {
  html: string | null;
  text: string | null;
}

/**
 * Whether the words that a person sees in the HTML differ from the words of the text part, or depend on the mail client,
 * for example on the width of its window. Also true if the text links to a host to which the HTML does not link.
 */
export async function previewDiffers({ html, text }: Parts): Promise<boolean> {
  if (html === null) return false;
  const { visibleText } = await import('../../../text/visible/visible-text.lazy');
  const shown = visibleText(html);
  return (
    shown.isConditional ||
    wordsOf(shown.text) !== wordsOf(text ?? '') ||
    hasOtherHosts(text ?? '', shown.text)
  );
}

/** A URL ends at the first character that a URL cannot contain, such as a letter that is not ASCII. */
const url = /https?:\/\/([\w.-]+)[\w.~:/?#[\]@!$&'()*+,;=%-]*/gi;

const hostsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(url)].map(([, host = '']) => host.toLowerCase()));

function hasOtherHosts(text: string, shown: string): boolean {
  const shownHosts = hostsOf(shown);
  return [...hostsOf(text)].some((host) => !shownHosts.has(host));
}

/** Returns the words, numbers, currencies and emoji in the order of the text, without links and punctuation. */
const wordsOf = (text: string): string =>
  (text.normalize('NFKC').toLowerCase().replace(url, ' ').match(word) ?? []).join(' ');

const word = /[\p{L}\p{M}]+|-?\p{N}+(?:[.,]\p{N}+)*|\p{Sc}|\p{Extended_Pictographic}/gu;
