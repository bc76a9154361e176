import type { VisibleText } from '../../../text/visible/visible-text.lazy';
import { hasReorderedText } from '../../../text/visible/text-direction';
import { outlookHtmls } from '../../../text/visible/outlook-html';
import { haveSameTokens } from './align-tokens';
import { readTokens } from '../../../text/comparable-tokens';

/** The parts of an email, of which a mail client shows one. */
interface Parts {
  html: string | null;
  text: string | null;
}

/**
 * Whether the words and symbols that a person sees in the HTML differ from those of the text part, or depend on the mail
 * client, for example on the width of its window. The text part may spell out links, but only to hosts to which the HTML
 * links.
 */
export async function previewDiffers({ html, text }: Parts): Promise<boolean> {
  if (html === null) return false;
  const { visibleText } = await import('../../../text/visible/visible-text.lazy');
  const shown = visibleText(html);
  return (
    shown.isConditional ||
    shown.isReordered ||
    [shown.markedText, text ?? ''].some(hasReorderedText) ||
    !saysTheSame(text ?? '', shown) ||
    outlookHtmls(html).some((other) => !haveSameWords(shown, visibleText(other)))
  );
}

const haveSameWords = (shown: VisibleText, other: VisibleText): boolean =>
  haveSameTokens([...readTokens(shown.markedText)], readTokens(other.markedText));

function saysTheSame(text: string, { markedText, targets }: VisibleText): boolean {
  const links = { targets: new Set(targets.map(plainTarget)), hosts: hostsOf(targets) };
  const read = (part: string) => readTokens(withoutLinks(part, links));
  return haveSameTokens(
    [...read(markedText)],
    read(withoutImageLabels(withoutFootnotes(text, targets.length))),
  );
}

/** Gmail writes the description of an image as `[image: Logo]`. */
const withoutImageLabels = (text: string): string => text.replace(/\[image: ([^[\]\n]{1,500})\]/g, ' $1 ');

/** What the HTML links to. */
interface Links {
  targets: ReadonlySet<string>;
  hosts: ReadonlySet<string>;
}

const hostsOf = (targets: readonly string[]): Set<string> =>
  new Set(targets.flatMap((target) => (/^\s*https?:/i.test(target) ? (hostOf(target) ?? []) : [])));

/** The host in ASCII. */
function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}

/** Removes the links that the HTML has too. What is left of other links counts as words. */
function withoutLinks(text: string, { targets, hosts }: Links): string {
  const removeTarget = (written: string): string => (targets.has(plainTarget(written)) ? ' ' : written);
  const removeHost = (written: string, host: string): string =>
    hosts.has(hostOf(`http://${host}`) ?? '') ? ' ' : written;
  return text
    .replace(bracketedTarget, removeTarget)
    .replace(anyUrl, removeTarget)
    .replace(internationalUrl, removeHost)
    .replace(url, removeHost)
    .replace(bareUrl, removeHost)
    .replace(writtenTarget, removeTarget)
    .replace(/https?:\/\//gi, ' ');
}

const anyUrl = /https?:\/\/[^\s<>()[\]]{1,2000}/gi;

const urlEnd = String.raw`[\w.~:/?#[\]@!$&'()*+,;=%-]*`;

/**
 * A URL ends at the first character that a URL cannot contain, such as a letter that is not ASCII. A user name may
 * precede the host, as in `https://bank.example@evil.example`.
 */
const urlStart = String.raw`https?:\/\/(?:[\w.~!$&'()*+,;=:%@-]*@)?`;
const url = new RegExp(String.raw`${urlStart}([\w.-]+)${urlEnd}`, 'gi');
const internationalUrl = new RegExp(String.raw`${urlStart}([\p{L}\p{M}\p{N}._-]+)${urlEnd}`, 'giu');

/** `www.example.com/path`. */
const bareUrl = new RegExp(
  String.raw`(?<![\p{L}\p{N}@.-])((?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}[\p{L}\p{N}-]{1,62})(?![\p{L}\p{N}@-])(?:[/?#]${urlEnd})?`,
  'giu',
);

/** `[1] https://example.com` below a text that refers to the link as `[1]`. */
const footnote = /^[ \t]*\[(\d{1,3})\]:?[ \t]+(?=https?:\/\/)/gm;

function withoutFootnotes(text: string, linksMax: number): string {
  const numbers = new Set([...text.matchAll(footnote)].map(([, number]) => Number(number)));
  return text.replace(/\[(\d{1,3})\]/g, (written, number: string) =>
    numbers.has(Number(number)) && Number(number) <= linksMax ? ' ' : written,
  );
}

/** Link targets other than web pages, as plain text writes them: `[kim@example.com]`, `<mailto:kim@example.com>`. */
const writtenTarget =
  /[[<(]([^\s[\]<>()]{1,998})[\])>]|\b(?:mailto|tel|sms|cid):[^\s[\]<>()]{1,998}|(?<![^\s,;:<>()[\]])[^\s@[\]<>(),;:]{1,64}@[^\s@[\]<>(),;:]{1,255}/gi;

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
