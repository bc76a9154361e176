import { createHash } from 'node:crypto';

/** A message attribute in wire format. `BinaryValue` is base64. */
export interface MessageAttribute {
  DataType: string;
  StringValue?: string | undefined;
  BinaryValue?: string | undefined;
}

export type MessageAttributes = Record<string, MessageAttribute>;

export interface StoredMessage {
  id: string;
  queueArn: string;
  body: string;
  attributes: MessageAttributes;
  /** The group for the fair order of the queue. */
  groupId?: string | undefined;
  /** The trace header of the request that sent the message. */
  traceHeader?: string | undefined;
  sentAt: number;
  /** The earliest time at which the message can be received. */
  visibleAt: number;
  /** The queue from which the message was moved to this dead-letter queue. */
  deadLetterSourceArn?: string | undefined;
}

/** The state that a message has after it is received. */
export interface Receipt {
  receives: number;
  firstReceivedAt: number;
  visibleAt: number;
}

/** A message as a Lambda event or a ReceiveMessage response describes it, with times in milliseconds. */
export interface ReceivedMessage {
  messageId: string;
  receiptHandle: string;
  body: string;
  md5OfBody: string;
  attributes: MessageAttributes;
  receiveCount: number;
  sentAt: number;
  firstReceivedAt: number;
  senderId: string;
  groupId: string | undefined;
  traceHeader: string | undefined;
  deadLetterSourceArn: string | undefined;
}

export function toReceivedMessage(message: StoredMessage, receipt: Receipt): ReceivedMessage {
  return {
    messageId: message.id,
    receiptHandle: receiptHandle(message.id, receipt.receives),
    body: message.body,
    md5OfBody: md5(message.body),
    attributes: message.attributes,
    receiveCount: receipt.receives,
    sentAt: message.sentAt,
    firstReceivedAt: receipt.firstReceivedAt,
    senderId: message.queueArn.split(':')[4] ?? '',
    groupId: message.groupId,
    traceHeader: message.traceHeader,
    deadLetterSourceArn: message.deadLetterSourceArn,
  };
}

/**
 * The handle contains the receive count, so that only the newest handle can delete the message, even after a restart.
 */
function receiptHandle(id: string, receives: number): string {
  return Buffer.from(`${id}#${receives}`).toString('base64url');
}

export function parseReceiptHandle(handle: string): { id: string; receives: number } | undefined {
  const match = /^([0-9a-f-]{36})#(\d+)$/.exec(Buffer.from(handle, 'base64url').toString());
  return match?.[1] ? { id: match[1], receives: Number(match[2]) } : undefined;
}

export function md5(data: string | Buffer): string {
  return createHash('md5').update(data).digest('hex');
}

/**
 * The hash that AWS documents: attributes sorted by name, each part preceded by its length. Undefined without
 * attributes.
 */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  return md5(Buffer.concat(names.flatMap((name) => encodeAttribute(name, attributes[name]))));
}

function encodeAttribute(name: string, attribute: MessageAttribute | undefined): Buffer[] {
  const isBinary = attribute?.DataType.startsWith('Binary');
  const type = Buffer.from([isBinary ? 2 : 1]);
  return [
    ...lengthPrefixed(name),
    ...lengthPrefixed(attribute?.DataType ?? ''),
    type,
    ...lengthPrefixed(attributeBytes(attribute)),
  ];
}

function lengthPrefixed(data: string | Buffer): [Buffer, Buffer] {
  const bytes = Buffer.from(data);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
}

function attributeBytes(attribute: MessageAttribute | undefined): Buffer {
  if (attribute?.BinaryValue !== undefined) return Buffer.from(attribute.BinaryValue, 'base64');
  return Buffer.from(attribute?.StringValue ?? '');
}

/** The size that counts toward the limit: the body and the name, type and value of each attribute. */
export function sizeBytes(body: string, attributes: MessageAttributes): number {
  const sizes = Object.entries(attributes).map(
    ([name, attribute]) =>
      Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + attributeBytes(attribute).length,
  );
  return sizes.reduce((sum, size) => sum + size, Buffer.byteLength(body));
}
