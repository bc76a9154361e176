import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requireEnv } from '../env';

const client = new SQSClient({});

const QueueUrl = requireEnv('DUE_WORK_QUEUE_URL');

/** Puts up to ten messages in the queue, each with its delay. Throws when one of them was not taken. */
export async function enqueueDueWork(
  messages: readonly { body: object; delaySeconds: number }[],
): Promise<void> {
  const answer = await client.send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: messages.map(({ body, delaySeconds }, index) => ({
        Id: `${index}`,
        MessageBody: JSON.stringify(body),
        DelaySeconds: delaySeconds,
      })),
    }),
  );
  if (answer.Failed?.length) throw new Error(`${answer.Failed.length} messages were not taken`);
}
