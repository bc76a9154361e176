import { isAutomated } from '../../../text/automated';
import { parseMail } from '../../../text/mail/parse-mail';
import { normalizeAddress, domainOf } from '../../../text/mailbox';
import { readReply } from '../../../text/reply/read-reply';
import { isSenderAuthenticated } from '../../../text/sender-authenticated';
import { isMessageId } from './message-id';
import type { InboundContent, InboundMessage } from '../../../db/records/inbound';
import type { Receipt } from './receipt';

/** What a message is by the mail alone, whoever it is for. */
type InboundMessageFields = Pick<
  InboundMessage,
  'from' | 'to' | 'subject' | 'senderAuthenticated' | 'automated' | 'messageId' | 'references' | 'receivedAt'
>;

/** A received mail, understood. */
export interface ParsedInboundMail {
  messageFields: InboundMessageFields;
  /** Message-IDs that it names as what it answers. */
  inReplyTo: readonly string[];
  /** Everybody whom it names, bare and lower-cased. */
  participants: ReadonlySet<string>;
  content: InboundContent;
}

/** As long as a subject of our own may be. */
const subjectMax = 998;

/** What the mail says, and what it says of itself. However broken it is, there is something to read. */
export function parseInboundMail(raw: Buffer, receipt: Receipt): ParsedInboundMail {
  const mail = parseMail(raw);
  const from = addressOf(mail.from?.address ?? receipt.mailFrom);
  const valuesOf = (header: string) =>
    mail.headers.filter(({ name }) => name === header).map(({ value }) => value);
  const { text, rawText } = readReply(mail);
  const messageFields: InboundMessageFields = {
    from,
    to: mail.to.filter(isWithinAddressLimit).slice(0, toMax),
    subject: mail.subject?.slice(0, subjectMax).toWellFormed() ?? '(no subject)',
    senderAuthenticated: isSenderAuthenticated({
      // Of two senders, or two From headers, SES may have looked at the other one.
      fromDomain: mail.fromCount === 1 ? domainOf(mail.from?.address ?? '') : '',
      dmarcVerdict: receipt.verdicts.dmarc,
      dkimVerdict: receipt.verdicts.dkim,
      authenticationResults: valuesOf('authentication-results'),
    }),
    automated: isAutomated(mail.headers, receipt.mailFrom),
    messageId: mail.messageId && isMessageId(mail.messageId) ? mail.messageId : null,
    references: mail.references.filter(isMessageId),
    receivedAt: mail.date ?? receipt.receivedAt,
  };
  return {
    messageFields,
    inReplyTo: mail.inReplyTo.filter(isMessageId),
    participants: new Set([from, ...mail.to.map(addressOf), ...mail.cc.map(addressOf)].filter(Boolean)),
    content: { text, rawText, html: mail.html },
  };
}

/** Of more than anybody reads, the first ones: a record has its limits. */
const toMax = 500;

/** As long as an address can be (RFC 5321), in bytes: a thread of many people must still fit into a record. */
const addressBytesMax = 320;

const isWithinAddressLimit = (address: string): boolean => Buffer.byteLength(address) <= addressBytesMax;

const addressOf = (text: string): string => (isWithinAddressLimit(text) ? normalizeAddress(text) : '');
