import type { SQSEvent, SQSMessageAttributes, SQSRecord } from 'aws-lambda';

/** A message that a poller receives. */
export interface PolledMessage {
  messageId: string;
  receiptHandle: string;
  body: string;
  md5OfBody: string;
  attributes: {
    ApproximateReceiveCount: string;
    /** Milliseconds since 1970, like `ApproximateFirstReceiveTimestamp`. */
    SentTimestamp: string;
    SenderId: string;
    ApproximateFirstReceiveTimestamp: string;
    MessageGroupId?: string;
    AWSTraceHeader?: string;
  };
  messageAttributes: Record<string, PolledAttribute>;
}

export interface PolledAttribute {
  /** `String`, `Number` or `Binary`, optionally followed by a dot and a custom label. */
  dataType: string;
  stringValue?: string;
  /** Base64. */
  binaryValue?: string;
}

/** Leaves room for the brackets around the records. */
const payloadBytesMax = 6_291_456 - 100;

export function sqsEvent(queueArn: string, messages: PolledMessage[]): SQSEvent {
  return { Records: messages.map((message) => toRecord(queueArn, message)) };
}

/** Lambda ends a batch early if the next message would make the event too large. */
export function batchesWithinPayload(queueArn: string, messages: PolledMessage[]): PolledMessage[][] {
  const batches: PolledMessage[][] = [];
  let bytesLeft = 0;
  for (const message of messages) {
    const bytes = Buffer.byteLength(JSON.stringify(toRecord(queueArn, message))) + 1;
    const batch = batches.at(-1);
    if (batch && bytes <= bytesLeft) {
      batch.push(message);
      bytesLeft -= bytes;
    } else {
      batches.push([message]);
      bytesLeft = payloadBytesMax - bytes;
    }
  }
  return batches;
}

function toRecord(queueArn: string, message: PolledMessage): SQSRecord {
  const { messageId, receiptHandle, body, attributes, md5OfBody } = message;
  return {
    messageId,
    receiptHandle,
    body,
    attributes,
    messageAttributes: toMessageAttributes(message.messageAttributes),
    md5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3] ?? '',
  };
}

function toMessageAttributes(attributes: PolledMessage['messageAttributes']): SQSMessageAttributes {
  const pairs = Object.entries(attributes).map(([name, { dataType, stringValue, binaryValue }]) => {
    const value = { stringValue, binaryValue, stringListValues: [], binaryListValues: [] };
    return [name, { ...value, dataType }] as const;
  });
  return Object.fromEntries(pairs);
}
