import { requireEnv } from '../../../core/env';
import { html, type Html } from '../../../text/html';
import type { RenderedRecord } from '../../../db/records/templates';
import type { Topic } from '../../../db/records/topics';
import type { Workspace } from '../../../db/records/workspaces';
import { linkToken } from './token';

interface Recipient {
  linkSecret: string;
  workspaceId: string;
  address: string;
  topic: { key: string; name: string } | null;
  riskClass: 'transactional' | 'marketing';
  postalAddress: string | null;
  /** The address that receives unsubscribe requests, if the sending domain receives mail. */
  unsubscribeAddress: string | undefined;
}

type LinkRecipient = Pick<Recipient, 'linkSecret' | 'workspaceId' | 'address' | 'topic'>;

/** The parts of an email with which its recipient can unsubscribe. Footers go after the content. */
interface UnsubscribeParts {
  htmlFooter: string;
  textFooter: string;
  headers: { name: string; value: string }[];
  url: string;
}

/**
 * Returns the parts for marketing emails (E-51) and emails with a `topic` (E-54). Other transactional emails have no
 * such parts.
 */
export function unsubscribeParts(recipient: Recipient): UnsubscribeParts {
  const { riskClass, topic } = recipient;
  const url = buildLinkUrl('unsubscribe', recipient);
  if (riskClass === 'marketing')
    return { ...marketingFooters(recipient), headers: marketingHeaders(recipient), url };
  if (topic) return { ...topicFooters(recipient), headers: oneClickHeaders(recipient), url };
  return { htmlFooter: '', textFooter: '', headers: [], url };
}

/**
 * Adds the recipient's link as `unsubscribe_url`, unless the caller gives a value. Content that an earlier version of
 * the service saved has no such variable.
 */
export function withUnsubscribeUrl(
  variables: Readonly<Record<string, string>>,
  content: RenderedRecord<string>,
  { workspace, topic }: { workspace: Workspace; topic: Topic | undefined },
  address: string,
): Readonly<Record<string, string>> {
  if (!hasUnsubscribeUrl(content)) return variables;
  const { id: workspaceId, linkSecret } = workspace;
  const url = buildLinkUrl('unsubscribe', { workspaceId, linkSecret, address, topic: topic ?? null });
  return { [unsubscribeUrlName]: url, ...variables };
}

export const unsubscribeUrlName = 'unsubscribe_url';

export const hasUnsubscribeUrl = ({ expressionFields = [] }: RenderedRecord<string>): boolean =>
  expressionFields.length > 0;

/** Disables click tracking for the unsubscribe links in the content, as in the footer. */
export function withoutLinkTracking(page: string, url: string): string {
  if (!page.includes(url)) return page;
  return page.replace(/(ses:no-track\s+)?href\s*=\s*["']([^"'<>]*)["']/gi, (link, untracked, href) =>
    untracked || href !== url ? link : `ses:no-track ${link}`,
  );
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
const oneClickHeaders = (recipient: Recipient, ...otherUris: string[]) => [
  {
    name: 'List-Unsubscribe',
    value: [buildLinkUrl('unsubscribe', recipient), ...otherUris].map((uri) => `<${uri}>`).join(', '),
  },
  { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
];

/** The maximum length of a header value that SES documents. */
const headerValueMax = 870;

/** The token is in the subject, because a local part has at most 64 characters. */
function marketingHeaders(recipient: Recipient) {
  const { unsubscribeAddress } = recipient;
  if (unsubscribeAddress === undefined) return oneClickHeaders(recipient);
  const headers = oneClickHeaders(recipient, `mailto:${unsubscribeAddress}?subject=${tokenOf(recipient)}`);
  const isTooLong = headers.some(({ value }) => value.length > headerValueMax);
  return isTooLong ? oneClickHeaders(recipient) : headers;
}

const buildLinkUrl = (page: 'unsubscribe' | 'preferences', recipient: LinkRecipient): string =>
  `${requireEnv('PUBLIC_URL')}/${page}/${tokenOf(recipient)}`;

const tokenOf = ({ linkSecret, topic, workspaceId, address }: LinkRecipient): string =>
  linkToken(linkSecret, { workspaceId, address, topicKey: topic?.key ?? null });
