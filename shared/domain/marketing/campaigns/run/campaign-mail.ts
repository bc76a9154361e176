import { truncateText } from '../../../../text/truncate-text';
import { formatMailbox, type Mailbox } from '../../../../text/mailbox';
import { subjectLengthMax } from '../../../../text/subject';
import { withUnsubscribeUrl } from '../../../audience/unsubscribe/unsubscribe-parts';
import { fillMailContent, syntaxOf, type RenderedContent } from '../../../platform/templates/render';
import { escapeHtml } from '../../../../text/html';
import { resolveExpressions, valueReader } from '../../../../text/placeholders';
import type { SendContext } from './stop-reasons';
import type { Campaign, CampaignContent, Recipient, Variant } from '../../../../db/records/campaigns';
import type { Contact } from '../../../../db/records/contacts';
import { newEmail } from '../../../send/emails/new-email';
import type { Message } from '../../../send/emails/message';
import type { Email } from '../../../../db/records/emails';

/** The content of a campaign before its placeholders are filled in for a recipient. */
export interface CampaignCopy extends CampaignContent {
  /** Derives the plain text of HTML that has the same placeholders. */
  toText: (html: string) => string;
}

/** A campaign with more combinations of conditions and fallbacks derives some plain texts several times. */
const textsMax = 16;

/** Derives each plain text once, not per recipient. Placeholders in HTML and in text are filled in the same way. */
export async function prepareCopy({ html }: CampaignContent): Promise<CampaignCopy> {
  const { deriveText } = await import('../../../../text/derived-text.lazy');
  const texts = new Map<string, string>();
  const toText = (resolved: string): string => {
    const known = texts.get(resolved);
    if (known !== undefined) return known;
    const text = deriveText(resolved);
    if (texts.size >= textsMax) texts.clear();
    texts.set(resolved, text);
    return text;
  };
  return { html, toText };
}

/** A recipient and the data from which its email is composed. */
export interface RecipientWithContact {
  recipient: Recipient;
  /** Undefined if the contact was deleted, so that only its address is known (CA-25). */
  contact: Contact | undefined;
  variant: Variant | undefined;
}

/** Composes the campaign's message to one recipient. */
export function composeCampaignMessage(
  campaign: Campaign,
  context: SendContext & { copy: CampaignCopy },
  { recipient, contact, variant }: RecipientWithContact,
): Message {
  const values = placeholderValues(recipient, contact);
  const variables = withUnsubscribeUrl(values, campaign, context, recipient.email);
  const filled = fillMailContent(contentFor(campaign, context.copy, variant, variables), variables);
  const from: Mailbox = {
    name: variant?.fromName ?? campaign.fromName ?? '',
    address: `news@${campaign.domain}`,
  };
  return {
    fromText: formatMailbox(from),
    from,
    to: [{ name: '', address: recipient.email }],
    cc: [],
    bcc: [],
    replyTo: undefined,
    subject: toSingleLine(filled.subject),
    html: filled.html,
    text: filled.text ?? '',
    riskClass: 'marketing',
    topic: campaign.topicKey ?? undefined,
    replyToMessageId: undefined,
    sequenceKey: undefined,
    tags: [{ name: 'campaign', value: campaign.id }],
    attachments: [],
  };
}

/** The parts of the email, of which the text is read as the HTML is. */
function contentFor(
  campaign: Campaign,
  { html, toText }: CampaignCopy,
  variant: Variant | undefined,
  variables: Readonly<Record<string, string>>,
): RenderedContent {
  const subjectSyntax = syntaxOf(campaign, variant?.subject ? 'variants' : 'subject');
  const htmlSyntax = syntaxOf(campaign, 'html');
  const resolved =
    htmlSyntax === 'expressions' ? resolveExpressions(html, valueReader(variables), escapeHtml) : html;
  return {
    subject: variant?.subject ?? campaign.subject,
    html,
    text: toText(resolved),
    expressionFields: [
      ...(subjectSyntax === 'expressions' ? (['subject'] as const) : []),
      ...(htmlSyntax === 'expressions' ? (['html', 'text'] as const) : []),
    ],
  };
}

/** Creates the email record for a campaign message, under the id that the recipient already has. */
export function newCampaignEmail(
  { workspaceId, id: campaignId, abTest }: Campaign,
  messageId: string,
  message: Message,
  variant: Variant | undefined,
): Email {
  const owner = { workspaceId, operation: { id: messageId } };
  const email = newEmail(owner, message, { threadId: null, joinsThread: false });
  return {
    ...email,
    campaignId,
    ...(variant && { variant: variant.key }),
    // The winner is decided after the sample is sent, so all later emails are the rollout.
    ...(abTest?.winner && { isRollout: true }),
  };
}

/** A contact's name may contain control characters, but a subject may not. */
const toSingleLine = (subject: string): string =>
  truncateText(subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), subjectLengthMax);

/** Returns the placeholder values: the contact's fields, and its attributes by name. Other placeholders are empty. */
function placeholderValues({ email }: Recipient, contact: Contact | undefined): Record<string, string> {
  if (!contact) return { email };
  const { firstName = '', lastName = '', attributes } = contact;
  const attributeEntries = Object.entries(attributes).map(([key, value]) => [key, String(value)] as const);
  return {
    ...Object.fromEntries(attributeEntries),
    email,
    first_name: firstName,
    last_name: lastName,
    name: [firstName, lastName].filter((part) => part !== '').join(' '),
  };
}
