import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { chunksOf } from '../core/chunks';
import { requireEnv } from '../core/env';
import { queueUrlVariable, type QueueName } from '../core/needs';

const client = new SQSClient({});

export interface QueueMessage {
  body: object;
  delaySeconds?: number;
  /** Messages of a group with much in flight wait behind those of other groups (an SQS fair queue). */
  group?: string;
}

/** Puts messages in the queue, ten in a call. Throws when one of them was not taken: others may have been. */
export async function enqueue(queue: QueueName, messages: readonly QueueMessage[]): Promise<void> {
  const QueueUrl = requireEnv(queueUrlVariable(queue));
  await Promise.all(chunksOf(messages, 10).map((part) => sendBatch(QueueUrl, part)));
}

async function sendBatch(QueueUrl: string, messages: readonly QueueMessage[]): Promise<void> {
  const response = await client.send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: messages.map(({ body, delaySeconds = 0, group }, index) => ({
        Id: `${index}`,
        MessageBody: JSON.stringify(body),
        DelaySeconds: delaySeconds,
        ...(group !== undefined && { MessageGroupId: group }),
      })),
    }),
  );
  if (response.Failed?.length) throw new Error(`${response.Failed.length} messages were not taken`);
}
