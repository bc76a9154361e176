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
  ageSecondsMax?: number;
}

/** A queue whose messages end in a dead-letter queue, from where they can be sent again (docs/runbook.md). */
export class QueueWithDeadLetters extends Queue {
  readonly deadLetters: Queue;
  readonly ageSecondsMax: number;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    const { timeoutSeconds, triesMax, ageSecondsMax = 600 } = props;
    const deadLetters = new Queue(scope, `${id}DeadLetters`, {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    super(scope, id, {
      enforceSSL: true,
      // As AWS asks of a queue that a function reads: six times the function's timeout.
      visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: triesMax },
    });
    this.deadLetters = deadLetters;
    this.ageSecondsMax = ageSecondsMax;
  }

  /** Takes what the topic says, as it was published. What SNS cannot deliver is a dead letter too. */
  subscribeTo(topic: ITopic): void {
    topic.addSubscription(
      new SqsSubscription(this, { rawMessageDelivery: true, deadLetterQueue: this.deadLetters }),
    );
  }
}
