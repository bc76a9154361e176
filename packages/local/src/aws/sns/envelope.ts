import type { Publication } from './query';

interface Notification {
  messageId: string;
  topicArn: string;
  publishedAt: number;
  publication: Publication;
}

/**
 * The message for a subscription without raw delivery. The signature is a placeholder, because no subscriber verifies
 * it.
 */
export function envelope({ messageId, topicArn, publishedAt, publication }: Notification): string {
  const { message, subject, attributes } = publication;
  const region = topicArn.split(':')[3] ?? '';
  const values = Object.entries(attributes).map(
    ([name, { DataType, StringValue, BinaryValue }]) =>
      [name, { Type: DataType, Value: StringValue ?? BinaryValue }] as const,
  );
  return JSON.stringify({
    Type: 'Notification',
    MessageId: messageId,
    TopicArn: topicArn,
    ...(subject !== undefined && { Subject: subject }),
    Message: message,
    Timestamp: new Date(publishedAt).toISOString(),
    SignatureVersion: '1',
    Signature: 'TG9jYWw=',
    SigningCertURL: `https://sns.${region}.amazonaws.com/SimpleNotificationService-local.pem`,
    UnsubscribeURL: `https://sns.${region}.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=${topicArn}:local`,
    ...(values.length > 0 && { MessageAttributes: Object.fromEntries(values) }),
  });
}
