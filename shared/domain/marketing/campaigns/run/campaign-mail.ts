import { truncateText } from '../../../../text/truncate-text';
import type { Mailbox } from '../../../../text/mailbox';
import { subjectLengthMax } from '../../../../text/subject';
import { fillMailContent, type MailContent } from '../../../platform/templates/render';
import type { Campaign, CampaignContent, Recipient, Variant } from '../../../../db/records/campaigns';
import type { Contact } from '../../../../db/records/contacts';
import { newEmail } from '../../../send/emails/new-email';
import type { Message } from '../../../send/emails/message';
import type { Email } from '../../../../db/records/emails';

/** What a campaign sends, before it is filled in for somebody. */
export type CampaignTemplate = MailContent & { text: string };

/** The campaign as text once, not for each of its recipients: what is filled in is filled into both. */
export async function renderPlainTextCopy({
  html,
}: CampaignContent): Promise<Omit<CampaignTemplate, 'subject'>> {
  const { htmlToText } = await import('../../../../text/html-to-text.lazy');
  return { html, text: htmlToText(html) };
}

/** Somebody whose turn it is. */
export interface RecipientWithContact {
  recipient: Recipient;
  /** Undefined: it was deleted, and only the address is known (CA-25). */
  contact: Contact | undefined;
  variant: Variant | undefined;
}

/** The campaign's mail to one of its recipients. */
export function composeCampaignMessage(
  campaign: Campaign,
  copy: Omit<CampaignTemplate, 'subject'>,
  { recipient, contact, variant }: RecipientWithContact,
): Message {
  const subject = variant?.subject ?? campaign.subject;
  const filled = fillMailContent({ ...copy, subject }, placeholderValues(recipient, contact));
  const from: Mailbox = {
    name: variant?.fromName ?? campaign.fromName ?? '',
    address: `news@${campaign.domain}`,
  };
  return {
    fromText: fromText(from),
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

/** The record of that mail, under the id that was drawn for it. */
export function newCampaignEmail(
  { workspaceId, id: campaignId }: Campaign,
  messageId: string,
  message: Message,
  variant: Variant | undefined,
): Email {
  const owner = { workspaceId, operation: { id: messageId } };
  const email = newEmail(owner, message, { threadId: null, joinsThread: false });
  return { ...email, campaignId, ...(variant && { variant: variant.key }) };
}

const fromText = ({ name, address }: Mailbox): string =>
  name === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;

/** What somebody is called may have any character, and a subject may not. */
const toSingleLine = (subject: string): string =>
  truncateText(subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '), subjectLengthMax);

/** What placeholders stand for: the contact's fields, and its attributes by their names. Others are empty. */
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
