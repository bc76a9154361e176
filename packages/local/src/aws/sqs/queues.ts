import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock';
import type { QueueSpec } from '../../template/deployment';
import { AwsError } from '../stand-in';
import { refuseGroupId, refuseMessage } from './checks';
import type { MessageAttributes, ReceivedMessage } from './message';
import { Queue, type QueueCounts } from './queue';
import { MessageStore } from './store';

/** A message to send. By default, `delayMs` is the delay of the queue. */
export interface OutgoingMessage {
  body: string;
  attributes: MessageAttributes;
  delayMs?: number | undefined;
  groupId?: string | undefined;
  traceHeader?: string | undefined;
}

/** The queues of the deployment, and the listeners for their messages. */
export class Queues {
  private readonly store: MessageStore;
  private readonly byArn = new Map<string, Queue>();
  private readonly listeners = new Set<(queueArn: string) => void>();
  private isClosed = false;

  constructor(
    specs: QueueSpec[],
    private readonly clock: Clock,
    dataDir: string,
  ) {
    this.store = new MessageStore(dataDir);
    for (const spec of specs) this.byArn.set(spec.arn, this.createQueue(spec));
    for (const message of this.store.all()) this.byArn.get(message.queueArn)?.restore(message);
    for (const queue of this.all()) queue.processDue();
  }

  all(): Queue[] {
    return [...this.byArn.values()];
  }

  findByArn(arn: string): Queue | undefined {
    return this.byArn.get(arn);
  }

  /** Finds a queue by name or URL. Only the last part of the URL's path is compared. */
  expectByName(name: string): Queue {
    const last = name.split('/').at(-1);
    return this.all().find((queue) => queue.spec.name === last) ?? throwNotFound();
  }

  expectByArn(arn: string): Queue {
    return this.byArn.get(arn) ?? throwNotFound();
  }

  /** Returns the message id once the message is on disk. */
  send(
    queue: Queue,
    { body, attributes, delayMs = queue.spec.delayMs, groupId, traceHeader }: OutgoingMessage,
  ): string {
    refuseMessage(body, attributes);
    refuseGroupId(groupId);
    const [id, sentAt, queueArn] = [randomUUID(), this.clock.now(), queue.spec.arn];
    queue.add({ id, queueArn, body, attributes, groupId, traceHeader, sentAt, visibleAt: sentAt + delayMs });
    return id;
  }

  /** Waits up to `waitMs`, by the runtime's clock, for a message. */
  async poll(queue: Queue, max: number, visibilityMs: number, waitMs: number): Promise<ReceivedMessage[]> {
    const deadline = this.clock.now() + waitMs;
    for (;;) {
      if (this.isClosed) return [];
      const messages = queue.receive(max, visibilityMs);
      if (messages.length > 0 || this.clock.now() >= deadline) return messages;
      await this.waitForVisible(queue.spec.arn, deadline);
    }
  }

  onVisible(listener: (queueArn: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  counts(): QueueCounts & { byQueue: Record<string, QueueCounts> } {
    const total = { visible: 0, delayed: 0, inFlight: 0 };
    const byQueue: Record<string, QueueCounts> = {};
    for (const queue of this.all()) {
      const counts = queue.counts();
      byQueue[queue.spec.arn] = counts;
      total.visible += counts.visible;
      total.delayed += counts.delayed;
      total.inFlight += counts.inFlight;
    }
    return { ...total, byQueue };
  }

  close(): void {
    this.isClosed = true;
    for (const queue of this.all()) queue.stop();
    for (const queue of this.all()) this.notifyVisible(queue.spec.arn);
    this.listeners.clear();
    this.store.close();
  }

  private createQueue(spec: QueueSpec): Queue {
    return new Queue(spec, {
      store: this.store,
      clock: this.clock,
      findQueue: (arn) => this.findByArn(arn),
      notifyVisible: (arn) => this.notifyVisible(arn),
    });
  }

  private notifyVisible(queueArn: string): void {
    for (const listener of [...this.listeners]) listener(queueArn);
  }

  private waitForVisible(queueArn: string, deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        cancelTimer();
        stopListening();
        resolve();
      };
      const cancelTimer = this.clock.runAt(deadline, finish);
      const stopListening = this.onVisible((arn) => {
        if (arn === queueArn) finish();
      });
    });
  }
}

function throwNotFound(): never {
  throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
}
