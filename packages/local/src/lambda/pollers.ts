import type { EventSourceMapping } from '../template/deployment';
import { parseFailedIds } from './batch-response';
import type { FunctionRunner } from './runner';
import { batchesWithinPayload, type PolledMessage, sqsEvent } from './sqs-event';

/** What the pollers need of the queues. */
export interface PolledQueues {
  /** Takes up to `max` visible messages. They stay invisible for the queue's visibility timeout. */
  receive(queueArn: string, max: number): PolledMessage[];
  remove(queueArn: string, receiptHandle: string): void;
  /** Calls `listener` with the queue's ARN whenever a message of it becomes visible. */
  onVisible(listener: (queueArn: string) => void): void;
}

const receiveMax = 10;
const concurrencyMaxDefault = 5;
/** Lambda gathers messages for the whole batch window. Here it is cut short, because a person waits. */
const windowMaxMs = 50;

/** Hands the messages of each mapped queue to its function. The queues announce messages, so nothing really polls. */
export class Pollers {
  private readonly pollers: Poller[];
  private readonly listeners: (() => void)[] = [];

  constructor(mappings: EventSourceMapping[], queues: PolledQueues, runner: Pick<FunctionRunner, 'invoke'>) {
    const notifyWhenIdle = (): void => this.notifyIdle();
    this.pollers = mappings.map(
      (mapping) => new Poller({ mapping, queues, runner, onBatchEnd: notifyWhenIdle }),
    );
    queues.onVisible((queueArn) => {
      for (const poller of this.pollers) if (poller.queueArn === queueArn) poller.wake();
    });
  }

  /** Takes what already waits, such as messages left over from an earlier run. */
  start(): void {
    for (const poller of this.pollers) poller.start();
  }

  /** Takes no further message. Batches that run may still end. */
  stop(): void {
    for (const poller of this.pollers) poller.stop();
  }

  /** How many batches run or are about to be taken. */
  activeCount(): number {
    return this.pollers.reduce((sum, poller) => sum + poller.activeCount(), 0);
  }

  /** Calls `listener` each time that the last batch has ended. */
  onIdle(listener: () => void): void {
    this.listeners.push(listener);
  }

  private notifyIdle(): void {
    if (this.activeCount() > 0) return;
    for (const listener of this.listeners) listener();
  }
}

interface PollerOptions {
  mapping: EventSourceMapping;
  queues: PolledQueues;
  runner: Pick<FunctionRunner, 'invoke'>;
  onBatchEnd: () => void;
}

class Poller {
  private runningBatches = 0;
  private isStarted = false;
  private cancelScheduledPoll: (() => void) | undefined;

  constructor(private readonly options: PollerOptions) {}

  get queueArn(): string {
    return this.options.mapping.queueArn;
  }

  start(): void {
    this.isStarted = true;
    this.wake();
  }

  stop(): void {
    this.isStarted = false;
    this.cancelScheduledPoll?.();
    this.cancelScheduledPoll = undefined;
  }

  activeCount(): number {
    return this.runningBatches + (this.cancelScheduledPoll ? 1 : 0);
  }

  /** A moment later, so that messages which arrive together are one batch. */
  wake(): void {
    if (!this.isStarted || this.cancelScheduledPoll) return;
    this.cancelScheduledPoll = runAfterWindow(this.options.mapping.batchWindowMs, () => {
      this.cancelScheduledPoll = undefined;
      this.pollBatches();
      this.options.onBatchEnd();
    });
  }

  private pollBatches(): void {
    const { concurrencyMax = concurrencyMaxDefault } = this.options.mapping;
    while (this.isStarted && this.runningBatches < concurrencyMax) {
      const messages = this.receive();
      if (messages.length === 0) return;
      for (const batch of batchesWithinPayload(this.queueArn, messages)) void this.run(batch);
    }
  }

  private receive(): PolledMessage[] {
    const { queues, mapping } = this.options;
    const messages: PolledMessage[] = [];
    for (let wanted = mapping.batchSize; wanted > 0; wanted = mapping.batchSize - messages.length) {
      const received = queues.receive(mapping.queueArn, Math.min(wanted, receiveMax));
      if (received.length === 0) break;
      messages.push(...received);
    }
    return messages;
  }

  private async run(messages: PolledMessage[]): Promise<void> {
    this.runningBatches += 1;
    try {
      await this.invokeWithBatch(messages);
    } finally {
      this.runningBatches -= 1;
      this.pollBatches();
      this.options.onBatchEnd();
    }
  }

  /** What stays in the queue comes back when its visibility timeout ends. */
  private async invokeWithBatch(messages: PolledMessage[]): Promise<void> {
    const { queues, runner, mapping } = this.options;
    const event = JSON.stringify(sqsEvent(mapping.queueArn, messages));
    const outcome = await runner.invoke(mapping.functionName, event);
    if (outcome.kind !== 'response') return;

    const sent = new Set(messages.map(({ messageId }) => messageId));
    const failed = mapping.reportsItemFailures ? parseFailedIds(outcome.payload, sent) : new Set();
    for (const { messageId, receiptHandle } of messages) {
      if (!failed.has(messageId)) queues.remove(mapping.queueArn, receiptHandle);
    }
  }
}

function runAfterWindow(windowMs: number, run: () => void): () => void {
  if (windowMs > 0) {
    const timer = setTimeout(run, Math.min(windowMs, windowMaxMs));
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(run);
  return () => clearImmediate(immediate);
}
