import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock';
import { promiseTry } from '../../machine/promise-try';
import type { Authorizer } from '../iam/authorizer';
import type { ServicePrincipal } from '../iam/iam';
import { needsOn } from '../iam/required-actions';
import type { SubscriptionSpec, TopicSpec } from '../../template/deployment';
import { type AwsResponse, type AwsCall, AwsError, type AwsRequest, type StandIn } from '../stand-in';
import type { MessageAttributes } from '../sqs/message';
import type { QueueSender } from '../sqs/queue-sender';
import { invalidParameter, refuseBatch, refusePublication } from './checks';
import { envelope } from './envelope';
import { type Publication, readBatch, readPublication, unknownFields } from './query';
import { type Elements, xmlResponse } from './xml';

export interface SnsOptions {
  topics: TopicSpec[];
  subscriptions: SubscriptionSpec[];
  queues: QueueSender;
  authorizer: Authorizer;
  clock: Clock;
}

interface Delivery {
  body: string;
  attributes: MessageAttributes;
}

/**
 * SNS topics with queue subscriptions. A message is on disk in the subscribed queues before SNS acknowledges it. SNS
 * itself stores no messages. Other subscriptions, such as the email address for alarms, receive no messages locally.
 */
export class SnsStandIn implements StandIn {
  readonly service = 'sns';
  readonly operations = ['Publish', 'PublishBatch'];

  constructor(private readonly options: SnsOptions) {}

  read(request: AwsRequest): AwsCall {
    const fields = new URLSearchParams(request.body.toString());
    const operation = fields.get('Action') ?? '';
    if (!this.operations.includes(operation)) {
      throw new AwsError('UnknownOperation', `The local SNS does not support the operation ${operation}`);
    }
    const unknown = unknownFields(fields);
    if (unknown.length > 0) throw invalidParameter(`the local SNS does not support ${unknown.join(', ')}`);

    const topic = this.expectTopic(fields.get('TopicArn') ?? '');
    const needs = needsOn('sns:Publish', topic);
    return {
      service: this.service,
      operation,
      target: topic.name,
      needs,
      input: { TopicArn: topic.arn },
    };
  }

  run(call: AwsCall, request: AwsRequest): Promise<AwsResponse> {
    return promiseTry(() => this.respond(call, request));
  }

  private respond(call: AwsCall, request: AwsRequest): AwsResponse {
    const fields = new URLSearchParams(request.body.toString());
    const topicArn = fields.get('TopicArn') ?? '';
    const result =
      call.operation === 'Publish'
        ? { MessageId: this.deliver(topicArn, readPublication(fields)) }
        : this.deliverBatch(topicArn, readBatch(fields));
    return xmlResponse(200, {
      [`${call.operation}Response`]: {
        [`${call.operation}Result`]: result,
        ResponseMetadata: { RequestId: randomUUID() },
      },
    });
  }

  renderError(error: AwsError): AwsResponse {
    const Type = error.status < 500 ? 'Sender' : 'Receiver';
    const Error = { Type, Code: error.code, Message: error.message };
    return xmlResponse(error.status, { ErrorResponse: { Error, RequestId: randomUUID() } });
  }

  /** Throws `AwsError('AccessDenied')` if the policy of the topic or of its key does not allow the service. */
  refuseUnauthorized(service: ServicePrincipal, topicArn: string): void {
    this.options.authorizer.refuseUnauthorized(service, needsOn('sns:Publish', this.expectTopic(topicArn)));
  }

  /**
   * Publishes as a service. Resolves to the message id once the message is in every subscribed queue whose policy
   * allows SNS.
   */
  publish(service: ServicePrincipal, topicArn: string, message: string): Promise<string> {
    return promiseTry(() => {
      this.refuseUnauthorized(service, topicArn);
      return this.deliver(topicArn, { id: '', message, subject: undefined, attributes: {} });
    });
  }

  private deliver(topicArn: string, publication: Publication): string {
    refusePublication(publication);
    const { arn } = this.expectTopic(topicArn);
    const messageId = randomUUID();
    const publishedAt = this.options.clock.now();
    for (const subscription of this.queueSubscriptions(arn)) {
      const delivery = subscription.rawMessageDelivery
        ? { body: publication.message, attributes: publication.attributes }
        : { body: envelope({ messageId, topicArn, publishedAt, publication }), attributes: {} };
      this.deliverTo(subscription, delivery);
    }
    return messageId;
  }

  /** SNS does not retry if a queue refuses a message. SNS immediately sends the message to the dead-letter queue. */
  private deliverTo({ topicArn, endpoint, deadLetterArn }: SubscriptionSpec, delivery: Delivery): void {
    if (this.trySend(topicArn, endpoint, delivery)) return;
    if (deadLetterArn !== undefined) this.trySend(topicArn, deadLetterArn, delivery);
  }

  private trySend(topicArn: string, queueArn: string, { body, attributes }: Delivery): boolean {
    try {
      const snsPrincipal = { service: 'sns.amazonaws.com', sourceArn: topicArn };
      this.options.queues.send(snsPrincipal, queueArn, body, attributes);
      return true;
    } catch (error) {
      if (error instanceof AwsError) return false;
      throw error;
    }
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

  private expectTopic(arn: string): TopicSpec {
    const topic = this.options.topics.find((known) => known.arn === arn);
    if (!topic) throw new AwsError('NotFound', 'Topic does not exist', 404);
    return topic;
  }
}
