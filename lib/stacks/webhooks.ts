import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { QueueWithDeadLetters } from '../parts/queue-with-dead-letters';
import { ServiceStack, type ServiceStackProps } from '../parts/service-stack';

interface WebhooksStackProps extends ServiceStackProps {
  deadLetters: IQueue;
}

/** The queues between an event and its webhook endpoints and feeds (docs/architecture/webhooks.md). */
export class WebhooksStack extends ServiceStack {
  /** Opens and clicks that wait for their classification. */
  readonly engagement: QueueWithDeadLetters;
  /** Attempts that are due. Attempts for slow endpoints move to a separate queue. */
  readonly fast: QueueWithDeadLetters;
  readonly slow: QueueWithDeadLetters;
  /** Events that feeds will contain. */
  readonly feeds: QueueWithDeadLetters;

  constructor(scope: Construct, id: string, { deadLetters, ...props }: WebhooksStackProps) {
    super(scope, id, props);
    this.engagement = new QueueWithDeadLetters(this, 'Engagement', {
      deadLetters,
      timeoutSeconds: 30,
      triesMax: 5,
    });
    this.feeds = new QueueWithDeadLetters(this, 'Feeds', { deadLetters, timeoutSeconds: 30, triesMax: 5 });
    // Retries wait in these queues for up to 15 minutes.
    const attemptQueueProps = { deadLetters, timeoutSeconds: 20, triesMax: 5, messageAgeSecondsMax: 1_800 };
    this.fast = new QueueWithDeadLetters(this, 'Webhooks', attemptQueueProps);
    this.slow = new QueueWithDeadLetters(this, 'SlowWebhooks', attemptQueueProps);
  }
}
