const nameSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements without content, which have no end tag. */
export const emptyElements = nameSet(
  'area base br col embed frame hr img input link meta param source track wbr',
);

/** Elements whose words are no part of the message, such as the title of the page. */
export const metadataElements = nameSet('title style script');

/**
 * Elements with words that no client shows: templates, and what old browsers show instead of the element. Scripts run
 * in webmail, so `noscript` and the content of a canvas are not shown there.
 */
export const hiddenElements = nameSet(
  'template noscript noframes noembed datalist iframe video audio canvas meter progress rp ' +
    'desc metadata defs symbol annotation annotation-xml',
);

/** Elements that start a new line and end with a line break. */
export const blockElements = nameSet(
  'address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hr html li main menu nav ol p pre section summary table tbody tfoot thead tr ul caption',
);

const blockDisplay = /(?:^|;)\s*display\s*:\s*(?:block|flow-root|flex|grid|table|list-item)\s*(?:!|;|$)/i;
const inlineDisplay = /(?:^|;)\s*display\s*:\s*inline\s*(?:!|;|$)/i;

/** Whether the element starts a new line, by its `style` attribute or its name. */
export const isBlock = (name: string, style: string): boolean =>
  blockElements.has(name) ? !(name === 'div' && inlineDisplay.test(style)) : blockDisplay.test(style);

/** Elements with a blank line before and after them. */
export const spacedElements = nameSet('blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul');

/** Elements whose start tag closes an open element with the same name. */
export const selfClosingElements = nameSet('dd dt li option p td th tr');

/**
 * The part of an email that an element contains. The sender's mail client marks the part with a class, id or name on
 * the element.
 */
export type Part = 'quote' | 'attribution' | 'history' | 'signature';

/** Gmail marks the history with this class, but also the header of a forwarded message and the replies in between. */
export const isGmailQuote = (tokens: string): boolean => tokens.includes('gmail_quote');

/**
 * Names match anywhere in a token, because webmail services add prefixes (`x_divRplyFwdMsg`,
 * `m_-123OutlookMessageHeader`, `ydp1a2byahoo_quoted`).
 */
const partNames: Record<Part, readonly string[]> = {
  quote: [
    ...[
      'yahoo_quoted',
      'protonmail_quote',
      'tutanota_quote',
      'zmail_extra',
      'alimail-quote',
      'lark-mail-quote',
    ],
    ...['history-quote-wrapper', 'sh-quoted-content', 'missive_quote', 'freshdesk_quote', 'front-blockquote'],
    ...[
      'isreplycontent',
      'ntes_not_fresh_quote',
      'zendesk_quote',
      'hs_reply',
      'cm_replymail_content_wrapper',
    ],
    ...[
      'messagereplysection',
      'edo-reference',
      'quoted-mail-editor',
      'tmail-quoted',
      'infomaniak_quote',
      'mailru-blockquote',
    ],
    ...['hushmail_quote', 'mailbird-quote', 'mb_quote', 'runbox_quote', 'fastmail-quote', 'canaryquote'],
    ...['iosymail', 'email_quote', 'aqm-original-body', 'clean_bq', 'quoted-content'],
  ],
  attribution: [
    ...[
      'gmail_attr',
      'moz-cite-prefix',
      'airmail_on',
      'quoteheader',
      'apple-reply-header',
      'reply-intro',
      'wmquote-header',
    ],
    ...[
      'zmail_extra_attr',
      'mimestream-attribution',
      'lark-mail-meta-cite',
      'ik_mail_quote-attribution',
      'mailru-attr',
      'yahoo-quoted-begin',
    ],
  ],
  history: [
    ...['divrplyfwdmsg', 'appendonsend', 'outlookmessageheader', 'stopspelling', 'zwchr', 'replymessage'],
    ...[
      'ms-outlook-mobile-reference-message',
      'mail-editor-reference-message-container',
      'olk_src_body_section',
    ],
    ...['lotusreplyheader', 'mail_reply_header', 'isforwardcontent', 'bloop_original_html'],
  ],
  signature: [
    ...[
      'gmail_signature',
      'protonmail_signature',
      'moz-signature',
      'applemailsignature',
      'tutanota_signature',
    ],
    ...[
      'ms-outlook-mobile-signature',
      'outlooksignature',
      'zimbra_signature',
      'sh-signature',
      'missive_signature',
    ],
    ...[
      'front-signature',
      'messagesignaturesection',
      'bloop_sign',
      'canarysig',
      'edo-signature',
      'yahoo-signature',
    ],
    ...[
      'shortwave-signature',
      'mailspring-signature',
      'cm_signature',
      'signature_old',
      'mobile-signature',
      'mb_sig',
    ],
    ...[
      'hs_signature',
      'x-apple-signature',
      'mb-signature',
      'spark-signature',
      'k9mail-signature',
      'em_signature',
    ],
    ...['ik_mail_signature', 'lark-mail-signature', 'ntes_signature', 'hey-signature'],
  ],
};

const exactNames: Record<string, Part> = { signature: 'signature', quote: 'quote', sig: 'signature' };

const parts: readonly Part[] = ['attribution', 'history', 'signature', 'quote'];

/** Returns the part for `tokens`, which are the values of class, id and name in lowercase. */
export function partOf(tokens: string): Part | undefined {
  if (tokens === '') return undefined;
  const exact = tokens.split(/\s/).find((token) => Object.hasOwn(exactNames, token));
  return exact
    ? exactNames[exact]
    : parts.find((part) => partNames[part].some((name) => tokens.includes(name)));
}

export const keepsSpaces = (style: string): boolean => /white-space\s*:\s*(?:pre|break-spaces)/.test(style);

/** Whether the style draws a line, as Outlook does above the original email. */
export const drawsDivider = (style: string): boolean => /border-top\s*:[^;]{0,60}solid/.test(style);

/** Whether the style is an indentation. WebKit adds a blockquote for each step of indentation. */
export const isIndentation = (style: string): boolean =>
  /margin\s*:[^;]{0,40}40px/.test(style) && /border\s*:\s*(?:none|0)/.test(style);
