import type { z } from 'zod';
import { needsOn } from '../iam/required-actions';
import { AwsError } from '../stand-in';
import { invalidParameter, refuseBatch, refuseBatchSize, refuseMaxMessages, refuseSeconds } from './checks';
import { md5, md5OfAttributes } from './message';
import { needsToMove, moveMessages } from './move-task';
import { presentAttributes, presentMessage } from './present';
import type { Queue } from './queue';
import type { Queues } from './queues';
import * as schemas from './schemas';

type Need = { action: string; resource: string };

/** One operation of the API. `input` is unvalidated, so `target` and `run` parse it first. */
interface Operation {
  target(queues: Queues, input: unknown): { name: string; needs: Need[] };
  run(queues: Queues, input: unknown, traceHeader?: string): unknown;
}

export const operations: Record<string, Operation> = {
  SendMessage: queueOperation(schemas.SendMessage, 'SendMessage', sendMessage),
  SendMessageBatch: queueOperation(
    schemas.SendMessageBatch,
    'SendMessage',
    (queues, queue, input, traceHeader) => {
      refuseBatch(input.Entries);
      refuseBatchSize(input.Entries);
      return runBatch(input.Entries, (entry) => sendMessage(queues, queue, entry, traceHeader));
    },
  ),

  ReceiveMessage: queueOperation(schemas.ReceiveMessage, 'ReceiveMessage', async (queues, queue, input) => {
    refuseMaxMessages(input.MaxNumberOfMessages);
    refuseSeconds('VisibilityTimeout', input.VisibilityTimeout);
    refuseSeconds('WaitTimeSeconds', input.WaitTimeSeconds);
    const visibilityMs = milliseconds(input.VisibilityTimeout) ?? queue.spec.visibilityTimeoutMs;
    const waitMs = input.WaitTimeSeconds * 1000;
    const messages = await queues.poll(queue, input.MaxNumberOfMessages, visibilityMs, waitMs);
    return messages.length > 0 ? { Messages: messages.map((message) => presentMessage(message, input)) } : {};
  }),

  DeleteMessage: queueOperation(schemas.DeleteMessage, 'DeleteMessage', (_, queue, input) =>
    deleteMessage(queue, input),
  ),
  DeleteMessageBatch: queueOperation(schemas.DeleteMessageBatch, 'DeleteMessage', (_, queue, input) => {
    refuseBatch(input.Entries);
    return runBatch(input.Entries, (entry) => deleteMessage(queue, entry));
  }),

  ChangeMessageVisibility: queueOperation(
    schemas.ChangeMessageVisibility,
    'ChangeMessageVisibility',
    (_, queue, input) => changeVisibility(queue, input),
  ),
  ChangeMessageVisibilityBatch: queueOperation(
    schemas.ChangeMessageVisibilityBatch,
    'ChangeMessageVisibility',
    (_, queue, input) => {
      refuseBatch(input.Entries);
      return runBatch(input.Entries, (entry) => changeVisibility(queue, entry));
    },
  ),

  GetQueueUrl: {
    target: (queues, input) =>
      queueNeeds(queues.expectByName(parse(schemas.GetQueueUrl, input).QueueName), 'GetQueueUrl'),
    run: (queues, input) => ({
      QueueUrl: queues.expectByName(parse(schemas.GetQueueUrl, input).QueueName).spec.url,
    }),
  },
  ListQueues: {
    target: () => ({ name: 'all', needs: [{ action: 'sqs:ListQueues', resource: '*' }] }),
    run: (queues, input) => ({ QueueUrls: urlsOf(queues, parse(schemas.ListQueues, input).QueueNamePrefix) }),
  },
  GetQueueAttributes: queueOperation(schemas.GetQueueAttributes, 'GetQueueAttributes', (_, queue, input) => ({
    Attributes: presentAttributes(queue, input.AttributeNames),
  })),
  PurgeQueue: queueOperation(schemas.PurgeQueue, 'PurgeQueue', (_, queue) => {
    queue.purge();
    return {};
  }),

  StartMessageMoveTask: {
    target: (queues, input) => needsToMove(queues, parse(schemas.StartMessageMoveTask, input)),
    run: (queues, input) => moveMessages(queues, parse(schemas.StartMessageMoveTask, input)),
  },
};

function queueOperation<Input extends { QueueUrl: string }>(
  schema: z.ZodType<Input>,
  action: string,
  run: (queues: Queues, queue: Queue, input: Input, traceHeader?: string) => unknown,
): Operation {
  return {
    target: (queues, input) => queueNeeds(queues.expectByName(parse(schema, input).QueueUrl), action),
    run: (queues, input, traceHeader) => {
      const parsed = parse(schema, input);
      return run(queues, queues.expectByName(parsed.QueueUrl), parsed, traceHeader);
    },
  };
}

function queueNeeds(queue: Queue, action: string): { name: string; needs: Need[] } {
  return { name: queue.spec.name, needs: needsOn(`sqs:${action}`, queue.spec) };
}

function parse<Input>(schema: z.ZodType<Input>, input: unknown): Input {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidParameter(
    parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
  );
}

const urlsOf = (queues: Queues, prefix: string): string[] =>
  queues
    .all()
    .filter(({ spec }) => spec.name.startsWith(prefix))
    .map(({ spec }) => spec.url);

type SendMessageInput = Omit<z.infer<typeof schemas.SendMessage>, 'QueueUrl'>;

function sendMessage(queues: Queues, queue: Queue, input: SendMessageInput, traceHeader?: string) {
  const { MessageBody: body, MessageAttributes: attributes, MessageGroupId: groupId } = input;
  refuseSeconds('DelaySeconds', input.DelaySeconds);
  const delayMs = milliseconds(input.DelaySeconds);
  return {
    MessageId: queues.send(queue, { body, attributes, delayMs, groupId, traceHeader }),
    MD5OfMessageBody: md5(body),
    MD5OfMessageAttributes: md5OfAttributes(attributes),
  };
}

function deleteMessage(queue: Queue, input: { ReceiptHandle: string }) {
  queue.remove(input.ReceiptHandle);
  return {};
}

function changeVisibility(queue: Queue, input: { ReceiptHandle: string; VisibilityTimeout: number }) {
  refuseSeconds('VisibilityTimeout', input.VisibilityTimeout);
  queue.changeVisibility(input.ReceiptHandle, input.VisibilityTimeout * 1000);
  return {};
}

function runBatch<Entry extends { Id: string }>(entries: Entry[], run: (entry: Entry) => object) {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, Code: error.code, Message: error.message, SenderFault: true });
    }
  }
  return { Successful, Failed };
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
