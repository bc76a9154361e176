import type { EventSourceMapping } from '../template/deployment';
import { parseFailedIds } from './batch-response';
import { chainInvocations, chainInvocationsMax, traceInvocation } from './lineage';
import type { FunctionRunner } from './runner';
import { batchesWithinPayload, type PolledMessage, sqsEvent } from './sqs-event';

/** The operations on queues that pollers need. */
export interface PolledQueues {
  /** Receives up to `max` visible messages. The messages stay invisible for the queue's visibility timeout. */
  receive(queueArn: string, max: number): PolledMessage[];
  remove(queueArn: string, receiptHandle: string): void;
  /** Moves the message to the dead-letter queue, or deletes it if the queue has none. */
  reject(queueArn: string, receiptHandle: string): void;
  /** Calls `listener` with the queue's ARN whenever a message becomes visible. */
  onVisible(listener: (queueArn: string) => void): void;
}

type PolledRunner = Pick<FunctionRunner, 'invoke' | 'isBusy'>;

const receiveMax = 10;
const concurrencyMaxDefault = 5;
/**
 * The maximum batch window, in which Lambda collects messages. The window is short, because developers wait for
 * results.
 */
const windowMaxMs = 50;

/** How long a poller with running batches waits while the processors are busy. */
const busyWaitMs = 50;

/**
 * Invokes functions with the messages of their queues. Polling is unnecessary, because the queues report visible
 * messages.
 */
export class Pollers {
  private readonly pollers: Poller[];
  private readonly listeners: (() => void)[] = [];

  constructor(mappings: EventSourceMapping[], queues: PolledQueues, runner: PolledRunner) {
    const notifyWhenIdle = (): void => this.notifyIdle();
    this.pollers = mappings.map(
      (mapping) => new Poller({ mapping, queues, runner, onBatchEnd: notifyWhenIdle }),
    );
    queues.onVisible((queueArn) => {
      for (const poller of this.pollers) if (poller.queueArn === queueArn) poller.wake();
    });
  }

  /** Starts with the messages that are already visible, such as messages of an earlier run. */
  start(): void {
    for (const poller of this.pollers) poller.start();
  }

  /** Stops receiving messages. Running batches continue. */
  stop(): void {
    for (const poller of this.pollers) poller.stop();
  }

  /** The number of running batches plus the number of pollers that are about to receive messages. */
  activeCount(): number {
    return this.pollers.reduce((sum, poller) => sum + poller.activeCount(), 0);
  }

  /** Calls `listener` whenever the last running batch ends. */
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
  runner: PolledRunner;
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

  /** Schedules a poll after the batch window, so that messages that arrive together form one batch. */
  wake(): void {
    this.pollAfter(Math.min(this.options.mapping.batchWindowMs, windowMaxMs));
  }

  private pollAfter(ms: number): void {
    if (!this.isStarted || this.cancelScheduledPoll) return;
    this.cancelScheduledPoll = runAfter(ms, () => {
      this.cancelScheduledPoll = undefined;
      this.pollBatches();
      this.options.onBatchEnd();
    });
  }

  private pollBatches(): void {
    const { concurrencyMax = concurrencyMaxDefault } = this.options.mapping;
    while (this.isStarted && this.runningBatches < concurrencyMax) {
      if (this.runningBatches > 0 && this.options.runner.isBusy()) {
        this.pollAfter(busyWaitMs);
        return;
      }
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

  /** Deletes the messages that succeeded. The other messages become visible again after their visibility timeout. */
  private async invokeWithBatch(received: PolledMessage[]): Promise<void> {
    const { queues, runner, mapping } = this.options;
    const messages = this.rejectLoops(received);
    if (messages.length === 0) return;
    const event = JSON.stringify(sqsEvent(mapping.queueArn, messages));
    const traceHeader = traceInvocation(messages.map(traceHeaderOf), mapping.functionName);
    const outcome = await runner.invoke(mapping.functionName, event, { traceHeader });
    if (outcome.kind !== 'response') return;

    const sent = new Set(messages.map(({ messageId }) => messageId));
    const failed = mapping.reportsItemFailures ? parseFailedIds(outcome.payload, sent) : new Set();
    for (const { messageId, receiptHandle } of messages) {
      if (!failed.has(messageId)) queues.remove(mapping.queueArn, receiptHandle);
    }
  }

  /** Moves the messages that continue a recursive loop to the dead-letter queue, and returns the other messages. */
  private rejectLoops(messages: PolledMessage[]): PolledMessage[] {
    const { queues, mapping } = this.options;
    if (mapping.allowsRecursion) return messages;
    return messages.filter((message) => {
      if (chainInvocations(traceHeaderOf(message), mapping.functionName) < chainInvocationsMax) return true;
      queues.reject(mapping.queueArn, message.receiptHandle);
      return false;
    });
  }
}

const traceHeaderOf = ({ attributes }: PolledMessage): string | undefined => attributes.AWSTraceHeader;

function runAfter(ms: number, run: () => void): () => void {
  if (ms > 0) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(run);
  return () => clearImmediate(immediate);
}
