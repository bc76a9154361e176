import { Duration } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

interface QueueWithDeadLettersProps {
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
  readonly deadLetters: Queue;
  /** Messages that a topic could not deliver to this queue. */
  subscriptionDeadLetters: Queue | undefined;
  readonly messageAgeSecondsMax: number;

  constructor(
    private readonly parent: Construct,
    id: string,
    props: QueueWithDeadLettersProps,
  ) {
    const { timeoutSeconds, triesMax, messageAgeSecondsMax = 600 } = props;
    const deadLetters = createDeadLetterQueue(parent, `${id}DeadLetters`);
    super(parent, id, {
      enforceSSL: true,
      // AWS recommends six times the timeout of the function that reads the queue.
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: triesMax },
    });
    this.deadLetters = deadLetters;
    this.messageAgeSecondsMax = messageAgeSecondsMax;
  }

  /**
   * Subscribes the queue to a topic with raw message delivery. Messages that SNS cannot deliver go to a separate
   * dead-letter queue, because SQS can move back only messages that came from a queue.
   */
  subscribeTo(topic: ITopic): void {
    this.subscriptionDeadLetters = createDeadLetterQueue(
      this.parent,
      `${this.node.id}UndeliveredDeadLetters`,
    );
    topic.addSubscription(
      new SqsSubscription(this, { rawMessageDelivery: true, deadLetterQueue: this.subscriptionDeadLetters }),
    );
  }
}

const createDeadLetterQueue = (scope: Construct, id: string): Queue =>
  new Queue(scope, id, { enforceSSL: true, retentionPeriod: Duration.days(14) });
