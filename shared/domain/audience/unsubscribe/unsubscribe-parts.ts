import { requireEnv } from '../../../core/env';
import { html, type Html } from '../../../text/html';
import { linkToken } from './token';

interface Recipient {
  linkSecret: string;
  workspaceId: string;
  address: string;
  topic: { key: string; name: string } | null;
  riskClass: 'transactional' | 'marketing';
  postalAddress: string | null;
}

/** The parts of an email with which its recipient can unsubscribe. Footers go after the content. */
interface UnsubscribeParts {
  htmlFooter: string;
  textFooter: string;
  headers: { name: string; value: string }[];
}

/**
 * Returns the parts for marketing emails (E-51) and emails with a `topic` (E-54). Other transactional emails have no
 * such parts.
 */
export function unsubscribeParts(recipient: Recipient): UnsubscribeParts {
  const { riskClass, topic } = recipient;
  if (riskClass === 'marketing')
    return { ...marketingFooters(recipient), headers: oneClickHeaders(recipient) };
  if (topic) return { ...topicFooters(recipient), headers: oneClickHeaders(recipient) };
  return { htmlFooter: '', textFooter: '', headers: [] };
}

/** Inserts the footer at the end of the visible HTML, outside comments. */
export function withFooter(page: string, footer: string): string {
  const visible = page.replace(/<!--[^]*?(?:-->|$)/g, (comment) => ' '.repeat(comment.length));
  const end = [...visible.matchAll(/<\/body\s*>/gi)].at(-1)?.index;
  if (end !== undefined) return page.slice(0, end) + footer + page.slice(end);
  return page + (endsInComment(page) ? '-->' : '') + footer;
}

const endsInComment = (page: string): boolean => page.lastIndexOf('<!--') > page.lastIndexOf('-->');

function marketingFooters(recipient: Recipient) {
  const unsubscribe = { text: linkText(recipient), href: buildLinkUrl('unsubscribe', recipient) };
  const preferences = { text: 'Email preferences', href: buildLinkUrl('preferences', recipient) };
  const postalLines = recipient.postalAddress?.trim().split(/\r\n|\r|\n/) ?? [];
  const postalHtml = postalLines.map((line) => html`${line}<br />`);
  return {
    htmlFooter: footer(html`${postalHtml}${anchor(unsubscribe)} · ${anchor(preferences)}`),
    textFooter: textFooter([...postalLines, anchorLine(unsubscribe), anchorLine(preferences)]),
  };
}

function topicFooters(recipient: Recipient) {
  const unsubscribe = { text: linkText(recipient), href: buildLinkUrl('unsubscribe', recipient) };
  return { htmlFooter: footer(anchor(unsubscribe)), textFooter: textFooter([anchorLine(unsubscribe)]) };
}

interface Anchor {
  text: string;
  href: string;
}

const linkText = ({ topic }: Recipient): string => (topic ? `Unsubscribe from ${topic.name}` : 'Unsubscribe');

const footer = (content: Html): string =>
  html`<div style="margin-top:24px;font-size:12px;line-height:1.5">${content}</div>`.text;

/** Disables click tracking, because the link must work without a redirect through SES. */
const anchor = ({ text, href }: Anchor): Html => html`<a ses:no-track href="${href}">${text}</a>`;

/** The separator is not `-- `, because email clients hide the text below `-- ` as a signature. */
const textFooter = (lines: readonly string[]): string => `\n\n---\n${lines.join('\n')}\n`;

const anchorLine = ({ text, href }: Anchor): string => `${text}: ${href}`;

/** With these headers, email clients show their own unsubscribe button, which posts to the link (RFC 8058). */
const oneClickHeaders = (recipient: Recipient) => [
  { name: 'List-Unsubscribe', value: `<${buildLinkUrl('unsubscribe', recipient)}>` },
  { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
];

const buildLinkUrl = (
  page: 'unsubscribe' | 'preferences',
  { linkSecret, topic, ...recipient }: Recipient,
): string =>
  `${requireEnv('PUBLIC_URL')}/${page}/${linkToken(linkSecret, { ...recipient, topicKey: topic?.key ?? null })}`;
