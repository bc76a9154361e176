import type { Mailbox } from '../mailbox';
import { parseAddresses } from './addresses';
import { attachmentLeaves, describeAttachment, type Attachment } from './attachments';
import { bodiesOf } from './choose-bodies';
import { readableText } from './encoded-words';
import { fieldsNamed, firstField, type Field } from './header-block';
import { splitMimeParts } from './mime-parts';
import { parseMailDate } from './mail-date';
import { parseMessageIds } from './message-ids';
import { decodeRawField, type Header } from './written-headers';

export interface ParsedMail {
  /** The headers of the email itself, in order. The names are in lowercase. */
  headers: readonly Header[];
  /** The first address in the From headers, as the sender wrote it. */
  from: Mailbox | null;
  /** The number of addresses in all From headers. A valid email has one. */
  fromCount: number;
  to: readonly string[];
  cc: readonly string[];
  replyTo: readonly string[];
  subject: string | null;
  /** With angle brackets, like all ids. */
  messageId: string | null;
  inReplyTo: readonly string[];
  references: readonly string[];
  /** ISO 8601 in UTC. Null if the date cannot be parsed. */
  date: string | null;
  /** The plain text that the sender wrote. Null if a part of the text exists only as HTML. */
  text: string | null;
  html: string | null;
  attachments: readonly Attachment[];
}

/** Parses a raw email. Never throws, even for malformed input. */
export function parseMail(raw: Buffer): ParsedMail {
  const { fields, leaves } = splitMimeParts(raw);
  return {
    headers: fields.map(({ name, bytes }) => ({ name, value: decodeRawField(bytes) })),
    ...addressesOf(fields),
    subject: readableText(firstField(fields, 'subject') ?? '') || null,
    ...idsOf(fields),
    date: firstReadable(fieldsNamed(fields, 'date'), parseMailDate) ?? null,
    ...bodiesOf(leaves),
    attachments: attachmentLeaves(leaves).map(describeAttachment),
  };
}

function addressesOf(
  fields: readonly Field[],
): Pick<ParsedMail, 'from' | 'fromCount' | 'to' | 'cc' | 'replyTo'> {
  const addresses = (name: string) =>
    fieldsNamed(fields, name).flatMap((bytes) => parseAddresses(bytes).map(({ address }) => address));
  const senders = fieldsNamed(fields, 'from').map(parseAddresses);
  const [from = null] = senders.flat();
  // Also counts a From header that cannot be parsed, because other software may be able to parse the header.
  const fromCount = senders.reduce((sum, { length }) => sum + Math.max(1, length), 0);
  return { from, fromCount, to: addresses('to'), cc: addresses('cc'), replyTo: addresses('reply-to') };
}

function idsOf(fields: readonly Field[]): Pick<ParsedMail, 'messageId' | 'inReplyTo' | 'references'> {
  const ids = (name: string) => parseMessageIds(fieldsNamed(fields, name).join(' '));
  const [messageId] =
    firstReadable(fieldsNamed(fields, 'message-id'), (bytes) => nonEmpty(parseMessageIds(bytes))) ?? [];
  return { messageId: messageId ?? null, inReplyTo: ids('in-reply-to'), references: ids('references') };
}

const nonEmpty = <Item>(items: Item[]): Item[] | undefined => (items.length > 0 ? items : undefined);

/**
 * Returns the first field that can be parsed. If a field is repeated, servers added the other fields after the email
 * was written.
 */
function firstReadable<Value>(
  fields: readonly string[],
  read: (bytes: string) => Value | undefined,
): Value | undefined {
  for (const bytes of fields) {
    const value = read(bytes);
    if (value !== undefined) return value;
  }
  return undefined;
}
