import { Parser } from 'htmlparser2';

/** A link of an email. */
export interface Link {
  url: string;
  /** The visible text of the link without surrounding space. In plain text, the URL itself. */
  text: string;
}

/** Finds the `http` and `https` links of the HTML, and then those that only the plain text has, in order of appearance. */
export function findLinks(html: string | null, text: string): Link[] {
  const links = html === null ? [] : findAnchors(html);
  const known = new Set(links.map(({ url }) => url));
  const others = findUrls(text).filter((url) => !known.has(url));
  return [...links, ...[...new Set(others)].map((url) => ({ url, text: url }))];
}

function findAnchors(html: string): Link[] {
  const links: Link[] = [];
  let open: Link | undefined;
  const parser = new Parser({
    onopentag(name, { href = '' }) {
      if (name !== 'a') return;
      open = /^https?:/i.test(href.trim()) ? { url: href.trim(), text: '' } : undefined;
      if (open) links.push(open);
    },
    ontext(chunk) {
      if (open) open.text += chunk;
    },
    onclosetag(name) {
      if (name === 'a') open = undefined;
    },
  });
  parser.end(html);
  return links.map(({ url, text }) => ({ url, text: text.replace(/\s+/g, ' ').trim() }));
}

/** Leaves out the punctuation after a URL. */
const findUrls = (text: string): string[] =>
  (text.match(/\bhttps?:\/\/[^\s<>"]+/gi) ?? []).map((url) => url.replace(/[.,;:!?'")\]}]+$/, ''));
