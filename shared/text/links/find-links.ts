import { withScheme } from '../link-target';
import type { Line } from '../reply/lines';
import { cleanUrl, readWebUrl } from '../web-url';
import { linkKind, type LinkKind } from './link-kind';
import { suspicionOf, type Suspicion } from './suspicious-link';

export interface FoundLink {
  url: string;
  /** What the sender shows in place of the URL. In plain text, the URL itself. */
  text: string;
  /** In ASCII. */
  host: string;
  kind: LinkKind;
  suspicious: Suspicion | null;
}

/** A link with the text around it. */
interface WrittenLink {
  href: string;
  text: string;
  context: string;
}

const linksMax = 50;

/** The number of links to read. Those with the same target count once. */
const writtenMax = 1_000;

/** Finds the links to web pages, in order of appearance. The same target counts once. */
export function findLinks(lines: readonly Line[]): FoundLink[] {
  const links = new Map<string, FoundLink>();
  for (const written of writtenLinks(lines)) {
    const target = readWebUrl(withScheme(written.href));
    if (!target || !/^https?:$/.test(target.url.protocol)) continue;
    const link = describeLink(target.url, written);
    const known = links.get(target.url.href);
    if (known) links.set(target.url.href, mergeLinks(known, link));
    else if (links.size < linksMax) links.set(target.url.href, link);
  }
  return [...links.values()];
}

function describeLink(url: URL, { href, text, context }: WrittenLink): FoundLink {
  return {
    url: cleanUrl(withScheme(href)),
    text,
    host: url.hostname,
    kind: linkKind(url, text, context),
    suspicious: suspicionOf(url, text),
  };
}

/** Of two links to the same page, one may say what it does, and the other may deceive. */
const mergeLinks = (first: FoundLink, second: FoundLink): FoundLink => ({
  ...first,
  text: first.text === '' ? second.text : first.text,
  kind: first.kind === 'other' ? second.kind : first.kind,
  suspicious: first.suspicious ?? second.suspicious,
});

function writtenLinks(lines: readonly Line[]): WrittenLink[] {
  const written: WrittenLink[] = [];
  let above = '';
  for (const line of lines) {
    if (written.length >= writtenMax) break;
    const links = (line.links ?? []).map(({ href, text }) => ({
      href: href.trim(),
      text: text.replace(/\s+/g, ' ').trim(),
    }));
    const shown = urlsIn(line.text).filter((url) => !links.some(({ text }) => text.includes(url)));
    const all = [
      ...links,
      ...shown.map((url) => ({ href: url.startsWith('www.') ? `https://${url}` : url, text: url })),
    ];
    for (const link of all.slice(0, writtenMax))
      written.push({ ...link, context: all.length === 1 ? contextOf(link.text, line.text, above) : '' });
    if (line.plain !== '') above = line.text;
  }
  return written;
}

/** A word such as `here`. A longer text says itself what the link does. */
const vagueTextMax = 15;

const contextMax = 300;

/** Returns the words around a link whose own text says nothing: its line or, if it stands alone, the line above. */
function contextOf(text: string, line: string, above: string): string {
  const isUrl = urlsIn(text).length > 0;
  if (!isUrl && text.length > vagueTextMax) return '';
  const around = line.replace(text, ' ').trim();
  return (/\p{L}/u.test(around) ? around : above).slice(-contextMax);
}

const urlsIn = (text: string): string[] =>
  (text.match(/\b(?:https?:\/\/|www\.(?=[\p{L}\p{N}]))[^\s<>"\u3000-\u303f\uff00-\uffef]+/giu) ?? []).map(
    withoutPunctuation,
  );

/** Removes the punctuation after a URL, but no bracket if the URL has an opening one. */
function withoutPunctuation(url: string): string {
  const marks = url.includes('(') ? '.,;:!?\'"*]}' : '.,;:!?\'"*]})';
  let end = url.length;
  while (end > 0 && marks.includes(url.charAt(end - 1))) end--;
  return url.slice(0, end);
}
