import type { VisibleText } from '../../../text/visible/visible-text.lazy';
import { foldCase } from '../../../text/words';

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
  return shown.isConditional || !saysTheSame(text ?? '', shown) || hasOtherHosts(text ?? '', shown);
}

function saysTheSame(text: string, { text: numbered, bulletedText, targets }: VisibleText): boolean {
  const known = new Set(targets.map(plainTarget));
  const words = wordsOf(text, known);
  return [numbered, bulletedText].some((shown) => wordsOf(shown, known) === words);
}

/**
 * A URL ends at the first character that a URL cannot contain, such as a letter that is not ASCII. A user name may
 * precede the host, as in `https://bank.example@evil.example`.
 */
const url = /https?:\/\/(?:[\w.~!$&'()*+,;=:%@-]*@)?([\w.-]+)[\w.~:/?#[\]@!$&'()*+,;=%-]*/gi;

const hostsOf = (text: string): string[] =>
  [...text.matchAll(url)].map(([, host = '']) => host.toLowerCase());

function hasOtherHosts(text: string, shown: VisibleText): boolean {
  const shownHosts = new Set(hostsOf([...shown.targets, shown.text].join(' ')));
  return hostsOf(text).some((host) => !shownHosts.has(host));
}

/** Link targets other than web pages, as plain text writes them: `[kim@example.com]`, `<mailto:kim@example.com>`. */
const writtenTarget =
  /[[<(]([^\s[\]<>()]{1,998})[\])>]|\b(?:mailto|tel|sms|cid):[^\s[\]<>()]{1,998}|(?<![^\s,;:])[^\s@[\]<>(),;:]{1,64}@[^\s@[\]<>(),;:]{1,255}/gi;

/** A link target in the brackets of the derived text. It may contain characters at which a URL ends. */
const bracketedTarget = /\[([^\s[\]]{1,2000})\]/g;

/** Removes the brackets, scheme, query and final period, which plain text may omit. */
const plainTarget = (target: string): string =>
  target
    .trim()
    .toLowerCase()
    .replace(/\s/g, '%20')
    .replace(/^[[<(]|[\])>]$/g, '')
    .replace(/^(?:mailto|tel|sms|cid):/, '')
    .replace(/\?.*|\.$/, '');

/** Returns the words, numbers, currencies and emoji in the order of the text, without links and punctuation. */
function wordsOf(text: string, targets: ReadonlySet<string>): string {
  const removeKnown = (written: string): string => (targets.has(plainTarget(written)) ? ' ' : written);
  const withoutLinks = text
    .replace(bracketedTarget, removeKnown)
    .replace(url, ' ')
    .replace(writtenTarget, removeKnown);
  return (
    foldCase(withoutLinks)
      .replace(spaceInChinese, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .match(word) ?? []
  ).join(' ');
}

/** Chinese and Japanese have no spaces, so this is a line break of the text part. */
const spaceInChinese =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])\s+(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/gu;

const word = /[\p{L}\p{M}]+|-?\p{N}+(?:[.,]\p{N}+)*|[\p{Sc}%‰]|\p{Extended_Pictographic}/gu;
