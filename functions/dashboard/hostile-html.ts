import { Tokenizer } from 'htmlparser2';
import type { Answer } from '../../shared/http/answers';
import { unheardTokens } from '../../shared/text/unheard-tokens';

/**
 * The HTML of a mail, which is a stranger's: a document under a policy of its own, in which nothing runs and nothing
 * is fetched, wherever it is opened. The policy is the boundary; what is taken out beforehand only saves it work.
 */
export function asHostileHtml(html: string, { remoteImages }: { remoteImages: boolean }): Answer {
  return {
    statusCode: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(remoteImages ? 'data: http: https:' : 'data:'),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      // To look a name up would tell its owner; no policy speaks of it.
      'X-DNS-Prefetch-Control': 'off',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    body: disarmed(html),
  };
}

const policy = (images: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${images}`,
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
const ofLinks = ' target="_blank" rel="noopener noreferrer"';
const setForLinks = new Set(['target', 'rel']);

/**
 * Of what is handed back each `<` begins a tag that was looked at, however a browser nests them. It reads the tokens: a
 * tree of hostile HTML takes quadratic time to build.
 */
function disarmed(given: string): string {
  const html = asBrowsersEnd(given);
  const written = ['<!doctype html>\n'];
  let [name, attribute, value] = ['', '', ''];
  let attributes: [name: string, value: string][] = [];
  /** The tag whose text stands as it is until that tag ends. */
  let inside = '';
  const open = (end: string) => (): void => {
    inside = name;
    if (isKept(name)) written.push(`<${name}${attributesOf(name, attributes)}${end}`);
  };
  const close = (given: string): void => {
    inside = '';
    if (isKept(given)) written.push(`</${given}>`);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...unheardTokens,
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
      ontext: (start, end) => written.push(textIn(inside, html.slice(start, end))),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return written.join('');
}

/** A browser ends these sooner than the tokenizer: what follows is shown, and who approves a mail must see it. */
const asBrowsersEnd = (html: string): string =>
  html.replaceAll('--!>', '-->').replaceAll(/<!\[CDATA\[/gi, '<![');

const isKept = (name: string): boolean => /^[a-z][\w:-]*$/.test(name) && !droppedTags.has(name);

/** To a style sheet an escaped sign is the same. */
function textIn(tag: string, text: string): string {
  if (tag === 'script') return '';
  return text.replaceAll('<', tag === 'style' ? '\\3c ' : '&lt;');
}

function attributesOf(tag: string, attributes: readonly (readonly [name: string, value: string])[]): string {
  const isLink = linkTags.has(tag);
  return attributes
    .filter(([name]) => /^[^\s"'<>/=\p{C}]+$/u.test(name) && !name.startsWith('on'))
    .filter(([name]) => !isLink || !setForLinks.has(name))
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`)
    .concat(isLink ? ofLinks : [])
    .join('');
}
