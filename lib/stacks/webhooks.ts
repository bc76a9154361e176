import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { QueueWithDeadLetters } from '../parts/queue-with-dead-letters';

/** What waits between an event and those who are told of it (docs/architecture.md, "Webhooks"). */
export class WebhooksStack extends Stack {
  /** Opens and clicks that are held until they are judged. */
  readonly engagement: QueueWithDeadLetters;
  /** Attempts that are due; those of slow endpoints move on to a queue of their own. */
  readonly fast: QueueWithDeadLetters;
  readonly slow: QueueWithDeadLetters;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    this.engagement = new QueueWithDeadLetters(this, 'Engagement', { timeoutSeconds: 30, triesMax: 5 });
    // Retries wait here for up to 15 minutes.
    const attemptQueueProps = { timeoutSeconds: 20, triesMax: 5, messageAgeSecondsMax: 1_800 };
    this.fast = new QueueWithDeadLetters(this, 'Webhooks', attemptQueueProps);
    this.slow = new QueueWithDeadLetters(this, 'SlowWebhooks', attemptQueueProps);
  }
}
