import { randomUUID } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import type { Clock } from '../../clock/clock';
import type { QueueSpec } from '../../template/deployment';
import { type AwsResponse, type AwsCall, AwsError, type AwsRequest, type StandIn } from '../stand-in';
import { needsOn } from '../iam/required-actions';
import { lambdaRecord } from './lambda-record';
import type { MessageAttributes } from './message';
import { operations } from './operations';
import type { QueueCounts } from './queue';
import { Queues } from './queues';

/** Errors that have a different code in the older query protocol. Clients may read either code. */
const queryPrefix = 'AWS.SimpleQueueService.';
const queryCodes: Record<string, string> = {
  QueueDoesNotExist: `${queryPrefix}NonExistentQueue`,
  EmptyBatchRequest: `${queryPrefix}EmptyBatchRequest`,
  TooManyEntriesInBatchRequest: `${queryPrefix}TooManyEntriesInBatchRequest`,
  BatchRequestTooLong: `${queryPrefix}BatchRequestTooLong`,
  BatchEntryIdsNotDistinct: `${queryPrefix}BatchEntryIdsNotDistinct`,
  InvalidBatchEntryId: `${queryPrefix}InvalidBatchEntryId`,
  MessageNotInflight: `${queryPrefix}MessageNotInflight`,
};

/** Operations whose response has no body. */
const operationsWithoutOutput = new Set(['DeleteMessage', 'ChangeMessageVisibility', 'PurgeQueue']);

/** SQS: standard queues on disk that use the runtime's clock, with the JSON protocol and methods for the runtime. */
export class SqsStandIn implements StandIn {
  readonly service = 'sqs';
  readonly operations = Object.keys(operations);
  private readonly queues: Queues;

  constructor(specs: QueueSpec[], clock: Clock, dataDir: string) {
    this.queues = new Queues(specs, clock, dataDir);
  }

  read(request: AwsRequest): AwsCall {
    const operation = (request.headers['x-amz-target'] ?? '').replace('AmazonSQS.', '');
    const input = parseBody(request.body);
    const { name, needs } = operationOf(operation).target(this.queues, input);
    return { service: this.service, operation, target: name, needs, input };
  }

  async run(call: AwsCall, { headers }: Pick<AwsRequest, 'headers'>): Promise<AwsResponse> {
    const operation = operationOf(call.operation);
    const output = await operation.run(this.queues, call.input, headers['x-amzn-trace-id']);
    return jsonResponse(200, operationsWithoutOutput.has(call.operation) ? undefined : output);
  }

  renderError(error: AwsError): AwsResponse {
    const fault = error.status < 500 ? 'Sender' : 'Receiver';
    const body = { __type: `com.amazonaws.sqs#${error.code}`, message: error.message, ...error.extra };
    const queryError = `${queryCodes[error.code] ?? error.code};${fault}`;
    return jsonResponse(error.status, body, { 'x-amzn-query-error': queryError });
  }

  needsToSend(queueArn: string): AwsCall['needs'] {
    return needsOn('sqs:SendMessage', this.queues.expectByArn(queueArn).spec);
  }

  /** Returns the message id once the message is on disk. By default, `delayMs` is the delay of the queue. */
  send(queueArn: string, body: string, attributes: MessageAttributes = {}, delayMs?: number): string {
    return this.queues.send(this.queues.expectByArn(queueArn), { body, attributes, delayMs });
  }

  /**
   * Receives up to `max` messages in Lambda's format. The messages stay in flight for the queue's visibility timeout.
   */
  receive(queueArn: string, max: number): SQSRecord[] {
    const messages = this.queues.expectByArn(queueArn).receive(max);
    return messages.map((message) => lambdaRecord(queueArn, message));
  }

  /** Deletes a message. Has no effect if a later receive has replaced the handle. */
  remove(queueArn: string, receiptHandle: string): void {
    this.queues.expectByArn(queueArn).remove(receiptHandle);
  }

  /** Moves a message in flight to the dead-letter queue, or deletes it if the queue has none. */
  reject(queueArn: string, receiptHandle: string): void {
    this.queues.expectByArn(queueArn).reject(receiptHandle);
  }

  /**
   * Makes a message visible before its visibility timeout ends. Do not use this method for failures, because Lambda
   * keeps a failed message in flight. Throws `MessageNotInflight` if the timeout has already ended.
   */
  release(queueArn: string, receiptHandle: string, visibleInMs = 0): void {
    this.queues.expectByArn(queueArn).changeVisibility(receiptHandle, visibleInMs);
  }

  /**
   * Calls `listener` whenever messages of a queue become visible, that is, when they are sent or when their delay or
   * visibility timeout ends. Calls `listener` immediately for queues that already have visible messages. Returns a
   * function that removes the listener.
   */
  onVisible(listener: (queueArn: string) => void): () => void {
    const stop = this.queues.onVisible(listener);
    for (const queue of this.queues.all()) if (queue.counts().visible > 0) listener(queue.spec.arn);
    return stop;
  }

  counts(): QueueCounts & { byQueue: Record<string, QueueCounts> } {
    return this.queues.counts();
  }

  /** Ends long polls without messages and closes the files. */
  close(): void {
    this.queues.close();
  }
}

function operationOf(name: string) {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  return operation ?? unknownOperation(name);
}

function unknownOperation(name: string): never {
  throw new AwsError('UnknownOperation', `The local SQS does not support the operation ${name}`);
}

function parseBody(body: Buffer): Record<string, unknown> {
  try {
    const input: unknown = JSON.parse(body.toString() || '{}');
    if (typeof input === 'object' && input !== null) return { ...input };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new AwsError('SerializationException', 'The body is not a JSON object');
}

function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): AwsResponse {
  const standard = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() };
  return { status, headers: { ...standard, ...headers }, body: JSON.stringify(body) };
}
