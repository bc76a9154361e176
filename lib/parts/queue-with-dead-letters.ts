import { Duration } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

interface QueueWithDeadLettersProps {
  /** Longest run of the function that reads it. */
  timeoutSeconds: number;
  triesMax: number;
  /** A message that is older means trouble: ten minutes, unless messages wait here on purpose. */
  messageAgeSecondsMax?: number;
}

/** A queue whose messages end in a dead-letter queue, from where they can be sent again (docs/runbook.md). */
export class QueueWithDeadLetters extends Queue {
  readonly deadLetters: Queue;
  /** What a topic could not put in here. */
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
      // As AWS asks of a queue that a function reads: six times the function's timeout.
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: triesMax },
    });
    this.deadLetters = deadLetters;
    this.messageAgeSecondsMax = messageAgeSecondsMax;
  }

  /**
   * Takes what the topic says, as it was published. What SNS cannot deliver has dead letters of its own: SQS moves
   * back only those of queues.
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
