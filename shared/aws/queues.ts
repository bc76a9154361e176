import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { chainAttribute, nextInChain } from '../core/chain';
import { chunksOf } from '../core/chunks';
import { requireEnv } from '../core/env';
import { queueUrlVariable, type QueueName } from '../core/needs';

const client = new SQSClient({});

export interface QueueMessage {
  body: object;
  delaySeconds?: number;
  /**
   * The message group. If a group has many messages in flight, SQS delivers messages of other groups first (fair
   * queues).
   */
  group?: string;
}

/**
 * Sends messages to the queue, ten per call. Throws if SQS rejects a message. The other messages may already be in the
 * queue.
 */
export async function enqueue(queue: QueueName, messages: readonly QueueMessage[]): Promise<void> {
  const QueueUrl = requireEnv(queueUrlVariable(queue));
  await Promise.all(chunksOf(messages, 10).map((part) => sendBatch(QueueUrl, part)));
}

async function sendBatch(QueueUrl: string, messages: readonly QueueMessage[]): Promise<void> {
  const chain = nextInChain();
  const response = await client.send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: messages.map(({ body, delaySeconds = 0, group }, index) => ({
        Id: `${index}`,
        MessageBody: JSON.stringify(body),
        DelaySeconds: delaySeconds,
        ...(group !== undefined && { MessageGroupId: group }),
        MessageAttributes: { [chainAttribute]: { DataType: 'String', StringValue: chain } },
      })),
    }),
  );
  if (response.Failed?.length) throw new Error(`SQS rejected ${response.Failed.length} messages`);
}
