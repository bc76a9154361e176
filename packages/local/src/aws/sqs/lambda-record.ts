import type { SQSMessageAttributes, SQSRecord } from 'aws-lambda';
import { type MessageAttributes, type ReceivedMessage, md5OfAttributes } from './message';
import { systemAttributes } from './present';

/** A received message in the format of a Lambda event. */
export function lambdaRecord(queueArn: string, message: ReceivedMessage): SQSRecord {
  const md5OfMessageAttributes = md5OfAttributes(message.attributes);
  return {
    messageId: message.messageId,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: recordAttributes(message.attributes),
    md5OfBody: message.md5OfBody,
    ...(md5OfMessageAttributes && { md5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3] ?? '',
  };
}

function recordAttributes(attributes: MessageAttributes): SQSMessageAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      {
        dataType: DataType,
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
        stringListValues: [],
        binaryListValues: [],
      },
    ]),
  );
}
