import { isAddress } from '../../../text/address';
import { isAutomated } from '../../../text/automated';
import { replaceInvisible } from '../../../text/invisible-characters';
import { fingerprintBody } from '../../../text/mail/body-fingerprint';
import { parseMail, type ParsedMail } from '../../../text/mail/parse-mail';
import { normalizeAddress, domainOf } from '../../../text/mailbox';
import { knownQuotes, type EarlierBody } from '../../../text/reply/known-quote';
import { readReply } from '../../../text/reply/read-reply';
import { isSenderAuthenticated } from '../../../text/sender-authenticated';
import { fingerprintOf } from './claim-message';
import { isMessageId } from './message-id';
import type { InboundContent, InboundMessage } from '../../../db/records/inbound';
import type { Receipt } from '../../../db/records/inbound';

/** The fields that depend only on the email, not on the workspace that receives it. */
type InboundMessageFields = Pick<
  InboundMessage,
  | 'from'
  | 'to'
  | 'cc'
  | 'replyTo'
  | 'subject'
  | 'senderAuthenticated'
  | 'automated'
  | 'messageId'
  | 'references'
  | 'receivedAt'
  | 'hiddenText'
  | 'partsDisagree'
>;

/** A parsed received email. */
export interface ParsedInboundMail {
  messageFields: InboundMessageFields;
  /** The Message-IDs of the In-Reply-To header. */
  inReplyTo: readonly string[];
  /** All addresses of From, To and Cc in lower case, without display names. */
  participants: ReadonlySet<string>;
  /** A hash of sender, texts and attachments, which is the same for each copy of the email. */
  fingerprint: string;
  content: InboundContent;
  /**
   * Extracts the text with the earlier messages of the conversation. Undefined if they cannot change the text, because
   * the email has no quote that may be history or the sender's own.
   */
  readTextAfter: ((earlier: readonly EarlierBody[]) => string) | undefined;
}

/** The same limit as for the subjects of sent email. */
const subjectMax = 998;

/** Parses an email into its content and its fields. A malformed email also results in readable content. */
export function parseInboundMail(raw: Buffer, receipt: Receipt): ParsedInboundMail {
  const mail = parseMail(raw);
  const from = addressOf(mail.from?.address ?? replaceInvisible(receipt.mailFrom));
  const valuesOf = (header: string) =>
    mail.headers.filter(({ name }) => name === header).map(({ value }) => value);
  const undecidedQuotes: unknown[] = [];
  const { text, rawText, hasHiddenText, partsDisagree } = readReply(mail, (quote) => {
    undecidedQuotes.push(quote);
    return undefined;
  });
  const messageFields: InboundMessageFields = {
    from,
    ...storableAddresses(mail),
    subject: mail.subject?.slice(0, subjectMax).toWellFormed() ?? '(no subject)',
    senderAuthenticated: isSenderAuthenticated({
      // If the email has several senders or From headers, SES may have authenticated a different sender.
      // An address that is not plain may contain text that looks like another address.
      fromDomain: mail.fromCount === 1 && isAddress(from) ? domainOf(from) : '',
      dmarcVerdict: receipt.verdicts.dmarc,
      dkimVerdict: receipt.verdicts.dkim,
      authenticationResults: valuesOf('authentication-results'),
    }),
    automated: isAutomated(mail.headers, receipt.mailFrom),
    messageId: mail.messageId && isMessageId(mail.messageId) ? mail.messageId : null,
    references: mail.references.filter(isMessageId),
    receivedAt: mail.date ?? receipt.receivedAt,
    ...(hasHiddenText && { hiddenText: true }),
    ...(partsDisagree && { partsDisagree: true }),
  };
  return {
    messageFields,
    inReplyTo: mail.inReplyTo.filter(isMessageId),
    participants: new Set([from, ...mail.to.map(addressOf), ...mail.cc.map(addressOf)].filter(Boolean)),
    fingerprint: fingerprintOf(from, fingerprintBody(raw, mail)),
    content: { text, rawText, html: mail.html },
    readTextAfter:
      undecidedQuotes.length > 0 ? (earlier) => readReply(mail, knownQuotes(earlier)).text : undefined,
  };
}

/** Only the first addresses are stored, because the size of a DynamoDB item is limited. */
const [toMax, ccMax, replyToMax] = [500, 500, 50];

function storableAddresses(mail: ParsedMail): Pick<InboundMessage, 'to' | 'cc' | 'replyTo'> {
  const truncate = (addresses: readonly string[], max: number) =>
    addresses.filter(isWithinAddressLimit).slice(0, max);
  const [cc, replyTo] = [truncate(mail.cc, ccMax), truncate(mail.replyTo, replyToMax)];
  return {
    to: truncate(mail.to, toMax),
    ...(cc.length > 0 && { cc }),
    ...(replyTo.length > 0 && { replyTo }),
  };
}

/** The longest address that RFC 5321 allows. A thread with many participants must fit into one item. */
const addressBytesMax = 320;

const isWithinAddressLimit = (address: string): boolean => Buffer.byteLength(address) <= addressBytesMax;

const addressOf = (text: string): string => {
  if (!isWithinAddressLimit(text)) return '';
  // An address whose domain is not valid has no normal form.
  return domainOf(text) === '' ? text.toLowerCase() : normalizeAddress(text);
};
