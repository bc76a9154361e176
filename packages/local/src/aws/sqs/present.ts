import { invalidParameter } from './checks';
import { type ReceivedMessage, md5OfAttributes } from './message';
import type { Queue } from './queue';

interface RequestedAttributes {
  AttributeNames: string[];
  MessageSystemAttributeNames: string[];
  MessageAttributeNames: string[];
}

/** A message in a ReceiveMessage response, with the requested attributes. */
export function presentMessage(message: ReceivedMessage, requested: RequestedAttributes) {
  const attributes = pickByName(message.attributes, (name) =>
    isRequested(name, requested.MessageAttributeNames),
  );
  const systemNames = [...requested.AttributeNames, ...requested.MessageSystemAttributeNames];
  const system = pickByName(systemAttributes(message), (name) => isRequested(name, systemNames));
  return {
    MessageId: message.messageId,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: message.md5OfBody,
    Attributes: undefinedIfEmpty(system),
    MessageAttributes: undefinedIfEmpty(attributes),
    MD5OfMessageAttributes: md5OfAttributes(attributes),
  };
}

/** The system attributes of a message. Lambda events contain the same attributes. */
export function systemAttributes(message: ReceivedMessage) {
  return {
    ApproximateReceiveCount: String(message.receiveCount),
    SentTimestamp: String(message.sentAt),
    SenderId: message.senderId,
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(message.groupId && { MessageGroupId: message.groupId }),
    ...(message.traceHeader && { AWSTraceHeader: message.traceHeader }),
    ...(message.deadLetterSourceArn && { DeadLetterQueueSourceArn: message.deadLetterSourceArn }),
  };
}

export function presentAttributes(queue: Queue, names: string[]): Record<string, string> {
  const all = queueAttributes(queue);
  for (const name of names) {
    if (name !== 'All' && !(name in all) && name !== 'RedrivePolicy')
      throw invalidParameter(`Unknown Attribute ${name}.`);
  }
  return pickByName(all, (name) => isRequested(name, names));
}

function queueAttributes(queue: Queue): Record<string, string> {
  const { spec } = queue;
  const counts = queue.counts();
  return {
    QueueArn: spec.arn,
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    VisibilityTimeout: String(spec.visibilityTimeoutMs / 1000),
    DelaySeconds: String(spec.delayMs / 1000),
    MessageRetentionPeriod: String(spec.retentionMs / 1000),
    MaximumMessageSize: '1048576',
    ReceiveMessageWaitTimeSeconds: '0',
    ...(spec.redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: spec.redrive.deadLetterArn,
        maxReceiveCount: spec.redrive.receivesMax,
      }),
    }),
  };
}

/** `All` and `.*` match every name. `prefix.*` matches names that start with the prefix. */
function isRequested(name: string, patterns: string[]): boolean {
  return patterns.some(
    (pattern) =>
      pattern === 'All' ||
      pattern === name ||
      (pattern.endsWith('.*') && (pattern === '.*' || name.startsWith(pattern.slice(0, -1)))),
  );
}

function pickByName<Value>(
  from: Record<string, Value>,
  isIncluded: (name: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => isIncluded(name)));
}

function undefinedIfEmpty<Fields extends object>(fields: Fields): Fields | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined;
}
