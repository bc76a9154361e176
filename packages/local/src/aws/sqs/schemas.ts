import { z } from 'zod';

const Attribute = z.strictObject({
  DataType: z.string(),
  StringValue: z.string().optional(),
  BinaryValue: z.string().optional(),
});

const QueueInput = z.strictObject({ QueueUrl: z.string() });

const MessageInput = z.strictObject({
  MessageBody: z.string(),
  DelaySeconds: z.int().optional(),
  MessageGroupId: z.string().optional(),
  MessageAttributes: z.record(z.string(), Attribute).default({}),
});

const BatchEntryId = z.strictObject({ Id: z.string() });
const DeleteInput = z.strictObject({ ReceiptHandle: z.string() });
const ChangeVisibilityInput = DeleteInput.extend({ VisibilityTimeout: z.int() });

function batchOf<Shape extends z.ZodRawShape>(entry: z.ZodObject<Shape>) {
  return QueueInput.extend({ Entries: z.array(entry).default([]) });
}

/** Inputs in wire format. The schemas are strict, so that an unsupported parameter is refused instead of ignored. */
export const SendMessage = QueueInput.extend(MessageInput.shape);
export const SendMessageBatch = batchOf(BatchEntryId.extend(MessageInput.shape));
export const DeleteMessage = QueueInput.extend(DeleteInput.shape);
export const DeleteMessageBatch = batchOf(BatchEntryId.extend(DeleteInput.shape));
export const ChangeMessageVisibility = QueueInput.extend(ChangeVisibilityInput.shape);
export const ChangeMessageVisibilityBatch = batchOf(BatchEntryId.extend(ChangeVisibilityInput.shape));
export const PurgeQueue = QueueInput;
export const GetQueueAttributes = QueueInput.extend({ AttributeNames: z.array(z.string()).default([]) });
export const ListQueues = z.strictObject({ QueueNamePrefix: z.string().default('') });
export const GetQueueUrl = z.strictObject({
  QueueName: z.string(),
  QueueOwnerAWSAccountId: z.string().optional(),
});
export const ReceiveMessage = QueueInput.extend({
  MaxNumberOfMessages: z.int().default(1),
  VisibilityTimeout: z.int().optional(),
  WaitTimeSeconds: z.int().default(0),
  AttributeNames: z.array(z.string()).default([]),
  MessageSystemAttributeNames: z.array(z.string()).default([]),
  MessageAttributeNames: z.array(z.string()).default([]),
});
export const StartMessageMoveTask = z.strictObject({
  SourceArn: z.string(),
  DestinationArn: z.string().optional(),
});
