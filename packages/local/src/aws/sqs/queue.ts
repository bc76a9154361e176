import type { Clock } from '../../clock/clock';
import { DueHeap } from '../../clock/due-heap';
import { NextDueTimer } from '../../clock/next-due-timer';
import type { QueueSpec } from '../../template/deployment';
import { AwsError } from '../stand-in';
import { FairOrder } from './fair-order';
import { type ReceivedMessage, type StoredMessage, parseReceiptHandle, toReceivedMessage } from './message';
import type { MessageStore } from './store';

export interface QueueCounts {
  visible: number;
  delayed: number;
  inFlight: number;
}

export interface QueueDependencies {
  store: MessageStore;
  clock: Clock;
  findQueue(arn: string): Queue | undefined;
  /** Called when messages of a queue become visible. */
  notifyVisible(queueArn: string): void;
}

/** One standard queue. Each message is in exactly one of `ready`, `delayed` and `inFlight`. */
export class Queue {
  private readonly ready = new FairOrder();
  private readonly delayed = new DueHeap();
  private readonly inFlight = new DueHeap();
  private readonly expiries = new DueHeap();
  private readonly timer: NextDueTimer;

  constructor(
    readonly spec: QueueSpec,
    private readonly deps: QueueDependencies,
  ) {
    this.timer = new NextDueTimer(deps.clock, () => this.processDue());
  }

  /** Adds a message that is already in the store. */
  restore(message: StoredMessage): void {
    const receipt = this.deps.store.findReceipt(message.id);
    this.expiries.put(message.id, message.sentAt + this.spec.retentionMs);
    if (receipt) this.putInFlight(message, receipt.visibleAt);
    else this.delayed.put(message.id, message.visibleAt);
  }

  add(message: StoredMessage): void {
    this.deps.store.save(message);
    this.restore(message);
    this.processDue();
  }

  /**
   * Receives up to `max` messages. Instead of returning a message that has reached `receivesMax`, moves it to the
   * dead-letter queue.
   */
  receive(max: number, visibilityTimeoutMs = this.spec.visibilityTimeoutMs): ReceivedMessage[] {
    this.processDue();
    const messages: ReceivedMessage[] = [];
    while (messages.length < max) {
      const message = this.takeReady();
      if (!message) break;
      if (this.hasExhaustedReceives(message)) this.moveToDeadLetterQueue(message);
      else messages.push(this.markReceived(message, visibilityTimeoutMs));
    }
    this.arm();
    return messages;
  }

  /** Deletes the message only if the handle is from the latest receive of the message. */
  remove(handle: string): void {
    const message = this.findByHandle(handle);
    if (message) this.discard(message.id);
  }

  /** Moves the message to the dead-letter queue, or deletes it if the queue has none. */
  reject(handle: string): void {
    const message = this.findByHandle(handle);
    if (!message) return;
    this.inFlight.remove(message.id);
    this.ready.markNotInFlight(message.id, message.groupId, this.deps.clock.now());
    if (this.findDeadLetterQueue()) this.moveToDeadLetterQueue(message);
    else this.discard(message.id);
  }

  /** Makes a message in flight visible after `visibleInMs`. */
  changeVisibility(handle: string, visibleInMs: number): void {
    this.processDue();
    const message = this.findByHandle(handle);
    const receipt = message && this.deps.store.findReceipt(message.id);
    if (!receipt || !this.inFlight.has(message.id)) throw notInFlight();

    const visibleAt = this.deps.clock.now() + visibleInMs;
    this.deps.store.saveReceipt(message.id, { ...receipt, visibleAt });
    this.putInFlight(message, visibleAt);
    this.processDue();
  }

  /**
   * Moves each visible message, as a new message, to the queue that `destinationOf` returns. Returns the number moved.
   */
  moveVisible(destinationOf: (message: StoredMessage) => Queue | undefined, newId: () => string): number {
    this.processDue();
    const moves = this.ready.ids().flatMap((id) => {
      const message = this.deps.store.find(id);
      const destination = message && destinationOf(message);
      return destination ? [{ message, to: destination }] : [];
    });
    for (const { message, to: destination } of moves) {
      const now = this.deps.clock.now();
      const queueArn = destination.spec.arn;
      destination.add({
        ...message,
        id: newId(),
        queueArn,
        sentAt: now,
        visibleAt: now,
        deadLetterSourceArn: undefined,
      });
      this.discard(message.id);
    }
    return moves.length;
  }

  purge(): void {
    for (const id of this.expiries.ids()) this.discard(id);
  }

  counts(): QueueCounts {
    this.processDue();
    return { visible: this.ready.size, delayed: this.delayed.size, inFlight: this.inFlight.size };
  }

  /** Makes due messages visible and deletes expired messages. */
  processDue(): void {
    const now = this.deps.clock.now();
    for (let expired = this.expiries.popDue(now); expired; expired = this.expiries.popDue(now))
      this.discard(expired.id);
    const visible = this.makeVisible(this.delayed, now) + this.makeVisible(this.inFlight, now);
    this.arm();
    if (visible > 0) this.deps.notifyVisible(this.spec.arn);
  }

  stop(): void {
    this.timer.set(undefined);
  }

  private makeVisible(heap: DueHeap, now: number): number {
    const sizeBefore = heap.size;
    for (let due = heap.popDue(now); due; due = heap.popDue(now)) {
      const groupId = this.groupOf(due.id);
      if (heap === this.inFlight) this.ready.markNotInFlight(due.id, groupId, now);
      this.ready.put(due.id, groupId, due.dueAt);
    }
    return sizeBefore - heap.size;
  }

  private groupOf(id: string): string | undefined {
    return this.deps.store.find(id)?.groupId;
  }

  private arm(): void {
    const dueTimes = [this.delayed, this.inFlight, this.expiries].flatMap((heap) => heap.nextDueAt() ?? []);
    this.timer.set(dueTimes.length > 0 ? Math.min(...dueTimes) : undefined);
  }

  private takeReady(): StoredMessage | undefined {
    const id = this.ready.take();
    return id === undefined ? undefined : this.deps.store.find(id);
  }

  private hasExhaustedReceives(message: StoredMessage): boolean {
    const receives = this.deps.store.findReceipt(message.id)?.receives ?? 0;
    return (
      this.findDeadLetterQueue() !== undefined && receives >= (this.spec.redrive?.receivesMax ?? Infinity)
    );
  }

  private findDeadLetterQueue(): Queue | undefined {
    return this.spec.redrive && this.deps.findQueue(this.spec.redrive.deadLetterArn);
  }

  /** Moves a message and keeps its id and age, as AWS does. */
  private moveToDeadLetterQueue(message: StoredMessage): void {
    const queue = this.findDeadLetterQueue();
    if (!queue) return;
    const moved = {
      ...message,
      queueArn: queue.spec.arn,
      visibleAt: this.deps.clock.now(),
      deadLetterSourceArn: this.spec.arn,
    };
    this.expiries.remove(message.id);
    this.deps.store.moveTo(moved);
    queue.restore(moved);
    queue.processDue();
  }

  private markReceived(message: StoredMessage, visibilityTimeoutMs: number): ReceivedMessage {
    const now = this.deps.clock.now();
    const previousReceipt = this.deps.store.findReceipt(message.id);
    const receipt = {
      receives: (previousReceipt?.receives ?? 0) + 1,
      firstReceivedAt: previousReceipt?.firstReceivedAt ?? now,
      visibleAt: now + visibilityTimeoutMs,
    };
    this.deps.store.saveReceipt(message.id, receipt);
    this.putInFlight(message, receipt.visibleAt);
    return toReceivedMessage(message, receipt);
  }

  /** Puts a message in flight. If the message is already in flight, changes the time at which it becomes visible. */
  private putInFlight({ id, groupId }: StoredMessage, visibleAt: number): void {
    this.ready.markInFlight(id, groupId, this.deps.clock.now());
    this.inFlight.put(id, visibleAt);
  }

  private findByHandle(handle: string): StoredMessage | undefined {
    const parsed = parseReceiptHandle(handle);
    if (!parsed) throw new AwsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
    const message = this.deps.store.find(parsed.id);
    const isNewest = this.deps.store.findReceipt(parsed.id)?.receives === parsed.receives;
    return isNewest && message?.queueArn === this.spec.arn ? message : undefined;
  }

  private discard(id: string): void {
    const groupId = this.groupOf(id);
    this.ready.remove(id, groupId);
    if (this.inFlight.remove(id)) this.ready.markNotInFlight(id, groupId, this.deps.clock.now());
    for (const heap of [this.delayed, this.expiries]) heap.remove(id);
    this.deps.store.delete(id);
    this.arm();
  }
}

function notInFlight(): AwsError {
  return new AwsError(
    'MessageNotInflight',
    'Message does not exist or is not available for visibility timeout change.',
  );
}
