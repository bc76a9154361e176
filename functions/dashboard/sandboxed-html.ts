import { Tokenizer } from 'htmlparser2';
import type { HttpResponse } from '../../shared/http/responses';
import { ignoredTokens } from '../../shared/text/ignored-tokens';

/**
 * The HTML of a mail, which is a stranger's: a document under a policy of its own, in which nothing runs and nothing
 * is fetched, wherever it is opened. The policy is the boundary; what is taken out beforehand only saves it work.
 */
export function sandboxedHtml(html: string, { remoteImages }: { remoteImages: boolean }): HttpResponse {
  return {
    statusCode: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(remoteImages ? 'data: http: https:' : 'data:'),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      // To look a name up would tell its owner; no policy speaks of it.
      'X-DNS-Prefetch-Control': 'off',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    body: sanitize(html),
  };
}

const contentSecurityPolicy = (imageSources: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${imageSources}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    // As the frame says that shows it: neither scripts nor the origin of the dashboard.
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');

/** What loads, leads or frames something, and what holds text that one reader takes for tags and another does not. */
const droppedTags = new Set([
  'script',
  'base',
  'link',
  'meta',
  'iframe',
  'frame',
  'object',
  'embed',
  'applet',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
]);
const linkTags = new Set(['a', 'area', 'form']);

/** A link that opens in the frame would be refused there; one that knows its opener could lead it elsewhere. */
const linkAttributes = ' target="_blank" rel="noopener noreferrer"';
const overriddenLinkAttributes = new Set(['target', 'rel']);

/**
 * Of what is handed back each `<` begins a tag that was looked at, however a browser nests them. It reads the tokens: a
 * tree of hostile HTML takes quadratic time to build.
 */
function sanitize(rawHtml: string): string {
  const html = normalizeCommentEnds(rawHtml);
  const output = ['<!doctype html>\n'];
  let [name, attribute, value] = ['', '', ''];
  let attributes: [name: string, value: string][] = [];
  /** The tag whose text stands as it is until that tag ends. */
  let rawTextTag = '';
  const open = (end: string) => (): void => {
    rawTextTag = name;
    if (isKept(name)) output.push(`<${name}${attributesOf(name, attributes)}${end}`);
  };
  const close = (rawHtml: string): void => {
    rawTextTag = '';
    if (isKept(rawHtml)) output.push(`</${rawHtml}>`);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...ignoredTokens,
      onopentagname: (start, end) => {
        [name, attributes] = [html.slice(start, end).toLowerCase(), []];
      },
      onattribname: (start, end) => {
        [attribute, value] = [html.slice(start, end).toLowerCase(), ''];
      },
      onattribdata: (start, end) => {
        value += html.slice(start, end);
      },
      onattribend: () => attributes.push([attribute, value]),
      onopentagend: open('>'),
      onselfclosingtag: open('/>'),
      onclosetag: (start, end) => close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => output.push(escapeText(rawTextTag, html.slice(start, end))),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return output.join('');
}

/** A browser ends these sooner than the tokenizer: what follows is shown, and who approves a mail must see it. */
const normalizeCommentEnds = (html: string): string =>
  html.replaceAll('--!>', '-->').replaceAll(/<!\[CDATA\[/gi, '<![');

const isKept = (name: string): boolean => /^[a-z][\w:-]*$/.test(name) && !droppedTags.has(name);

/** To a style sheet an escaped sign is the same. */
function escapeText(tag: string, text: string): string {
  if (tag === 'script') return '';
  return text.replaceAll('<', tag === 'style' ? '\\3c ' : '&lt;');
}

function attributesOf(tag: string, attributes: readonly (readonly [name: string, value: string])[]): string {
  const isLink = linkTags.has(tag);
  return attributes
    .filter(([name]) => /^[^\s"'<>/=\p{C}]+$/u.test(name) && !name.startsWith('on'))
    .filter(([name]) => !isLink || !overriddenLinkAttributes.has(name))
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`)
    .concat(isLink ? linkAttributes : [])
    .join('');
}
