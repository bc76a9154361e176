import { Duration } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, type IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

interface QueueWithDeadLettersProps {
  /** The dead-letter queue of all queues, which has one alarm (docs/decisions/0045-one-dead-letter-queue.md). */
  deadLetters: IQueue;
  /** The timeout of the function that reads the queue. */
  timeoutSeconds: number;
  triesMax: number;
  /**
   * A message older than this triggers an alarm. The default is ten minutes. Queues that delay messages on purpose set
   * a higher value.
   */
  messageAgeSecondsMax?: number;
}

/** A queue with a dead-letter queue, from which an operator can move messages back (docs/runbook.md). */
export class QueueWithDeadLetters extends Queue {
  readonly messageAgeSecondsMax: number;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    const { deadLetters, timeoutSeconds, triesMax, messageAgeSecondsMax = 600 } = props;
    super(scope, id, {
      enforceSSL: true,
      // AWS recommends six times the timeout of the function that reads the queue.
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: triesMax },
    });
    this.messageAgeSecondsMax = messageAgeSecondsMax;
  }

  /**
   * Subscribes the queue to a topic with raw message delivery. Messages that SNS cannot deliver go to `undelivered`,
   * because SQS can move back only messages that came from a queue.
   */
  subscribeTo(topic: ITopic, undelivered: IQueue): void {
    topic.addSubscription(
      new SqsSubscription(this, { rawMessageDelivery: true, deadLetterQueue: undelivered }),
    );
  }
}

/** The doctor finds dead-letter queues by their id, which must contain `DeadLetters`. */
export const createDeadLetterQueue = (
  scope: Construct,
  id: 'DeadLetters' | 'UndeliveredDeadLetters',
): Queue => new Queue(scope, id, { enforceSSL: true, retentionPeriod: Duration.days(14) });
