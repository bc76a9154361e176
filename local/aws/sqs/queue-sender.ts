import type { MessageAttributes } from './message';

/** How topics and schedules put messages into queues. */
export interface QueueSender {
  send(queueArn: string, body: string, attributes?: MessageAttributes, delayMs?: number): string;
}
