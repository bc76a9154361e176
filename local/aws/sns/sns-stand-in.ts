import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock';
import type { SubscriptionSpec, TopicSpec } from '../../template/deployment';
import { type AwsAnswer, type AwsCall, AwsError, type AwsRequest, type StandIn } from '../service';
import type { MessageAttributes } from '../sqs/message';
import type { QueueSender } from '../sqs/queue-sender';
import { invalid, refuseBatch, refusePublication } from './checks';
import { envelope } from './envelope';
import { type Publication, readBatch, readPublication, unknownFields } from './query';
import { type Elements, xmlAnswer } from './xml';

export interface SnsOptions {
  topics: TopicSpec[];
  subscriptions: SubscriptionSpec[];
  queues: QueueSender;
  clock: Clock;
}

/**
 * SNS, as far as its topics deliver to queues. It keeps nothing itself: a message is in its queues, on disk,
 * before it is acknowledged. Other subscriptions (an alarm's email) have no receiver here.
 */
export class SnsStandIn implements StandIn {
  readonly service = 'sns';
  readonly operations = ['Publish', 'PublishBatch'];

  constructor(private readonly options: SnsOptions) {}

  read(request: AwsRequest): AwsCall {
    const fields = new URLSearchParams(request.body.toString());
    const operation = fields.get('Action') ?? '';
    if (!this.operations.includes(operation)) {
      throw new AwsError('UnknownOperation', `The local SNS does not know the operation ${operation}`);
    }
    const unknown = unknownFields(fields);
    if (unknown.length > 0) throw invalid(`the local SNS does not know ${unknown.join(', ')}`);

    const { name, arn } = this.topic(fields.get('TopicArn') ?? '');
    const needs = [{ action: 'sns:Publish', resource: arn }];
    return { service: this.service, operation, target: name, needs, input: { TopicArn: arn } };
  }

  async run(call: AwsCall, request: AwsRequest): Promise<AwsAnswer> {
    const fields = new URLSearchParams(request.body.toString());
    const topicArn = fields.get('TopicArn') ?? '';
    const result =
      call.operation === 'Publish'
        ? { MessageId: this.deliver(topicArn, readPublication(fields)) }
        : this.deliverBatch(topicArn, readBatch(fields));
    return xmlAnswer(200, {
      [`${call.operation}Response`]: {
        [`${call.operation}Result`]: result,
        ResponseMetadata: { RequestId: randomUUID() },
      },
    });
  }

  refuse(error: AwsError): AwsAnswer {
    const Type = error.status < 500 ? 'Sender' : 'Receiver';
    const Error = { Type, Code: error.code, Message: error.message };
    return xmlAnswer(error.status, { ErrorResponse: { Error, RequestId: randomUUID() } });
  }

  /** Returns the message's id once every subscribed queue holds it. */
  publish(topicArn: string, message: string, attributes: MessageAttributes = {}, subject?: string): string {
    return this.deliver(topicArn, { id: '', message, subject, attributes });
  }

  private deliver(topicArn: string, publication: Publication): string {
    refusePublication(publication);
    const { arn } = this.topic(topicArn);
    const messageId = randomUUID();
    const publishedAt = this.options.clock.now();
    for (const { endpoint, rawMessageDelivery } of this.queueSubscriptions(arn)) {
      if (rawMessageDelivery) this.options.queues.send(endpoint, publication.message, publication.attributes);
      else this.options.queues.send(endpoint, envelope({ messageId, topicArn, publishedAt, publication }));
    }
    return messageId;
  }

  private deliverBatch(topicArn: string, entries: Publication[]): Elements {
    refuseBatch(entries);
    const successful: Elements[] = [];
    const failed: Elements[] = [];
    for (const entry of entries) {
      try {
        successful.push({ member: { Id: entry.id, MessageId: this.deliver(topicArn, entry) } });
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        const fault = { Code: error.code, Message: error.message, SenderFault: 'true' };
        failed.push({ member: { Id: entry.id, ...fault } });
      }
    }
    return { Successful: successful, Failed: failed };
  }

  private queueSubscriptions(topicArn: string): SubscriptionSpec[] {
    return this.options.subscriptions.filter(
      (subscription) => subscription.topicArn === topicArn && subscription.protocol === 'sqs',
    );
  }

  private topic(arn: string): TopicSpec {
    const topic = this.options.topics.find((known) => known.arn === arn);
    if (!topic) throw new AwsError('NotFound', 'Topic does not exist', 404);
    return topic;
  }
}
