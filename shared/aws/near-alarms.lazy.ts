import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requireEnv } from '../env';

const client = new SQSClient({});

const QueueUrl = requireEnv('ALARMS_QUEUE_URL');

/** Rings in so many seconds, 900 at most. */
export async function ringIn(seconds: number): Promise<void> {
  const body = JSON.stringify({ alarm: 'soon' });
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: body, DelaySeconds: seconds }));
}
