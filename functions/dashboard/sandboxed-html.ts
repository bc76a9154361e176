import { Tokenizer } from 'htmlparser2';
import type { HttpResponse } from '../../shared/http/responses';
import { ignoredTokens } from '../../shared/text/ignored-tokens';

/**
 * Returns untrusted HTML of an email as a document with its own content security policy. The document runs no code and,
 * apart from images if `remoteImages` is true, fetches nothing, even if it is opened outside the frame. The security
 * boundary is the policy. Removing tags is an additional measure.
 */
export function sandboxedHtml(html: string, { remoteImages }: { remoteImages: boolean }): HttpResponse {
  return {
    statusCode: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(remoteImages ? 'data: http: https:' : 'data:'),
      'Referrer-Policy': 'no-referrer',
      // A DNS lookup tells the owner of the domain that the email was opened, and the content security policy does not
      // prevent lookups.
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
    // The frame in the dashboard sets the same restrictions: no scripts, and a separate origin.
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');

/** Tags that load, redirect or embed content, and tags whose text some parsers read as tags. */
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

/**
 * The frame does not follow links, so each link opens a new page. The new page must not be able to navigate the
 * dashboard.
 */
const linkAttributes = ' target="_blank" rel="noopener noreferrer"';
const overriddenLinkAttributes = new Set(['target', 'rel']);

/**
 * Removes the dropped tags. In the result, each `<` begins a tag that was checked, regardless of how a browser nests
 * the tags. Reads tokens instead of a tree, because building a tree of hostile HTML can take quadratic time.
 */
function sanitize(rawHtml: string): string {
  const html = normalizeCommentEnds(rawHtml);
  const output = ['<!doctype html>\n'];
  let [name, attribute, value] = ['', '', ''];
  let attributes: [name: string, value: string][] = [];
  /** The open tag whose content is raw text; empty outside such a tag. */
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

/**
 * Rewrites comments that browsers end earlier than the tokenizer does, because an approver must see the text that
 * follows a comment.
 */
const normalizeCommentEnds = (html: string): string =>
  html.replaceAll('--!>', '-->').replaceAll(/<!\[CDATA\[/gi, '<![');

const isKept = (name: string): boolean => /^[a-z][\w:-]*$/.test(name) && !droppedTags.has(name);

/** Escapes text. In a style sheet, an escaped character has the same meaning. */
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
