import type { Clock } from '../../clock/clock';
import { DueHeap } from '../../clock/due-heap';
import { OneTimer } from '../../clock/one-timer';
import type { QueueSpec } from '../../template/deployment';
import { AwsError } from '../service';
import { FairOrder } from './fair-order';
import { type ReceivedMessage, type StoredMessage, parseReceiptHandle, received } from './message';
import type { MessageStore } from './store';

export interface QueueCounts {
  visible: number;
  delayed: number;
  inFlight: number;
}

export interface QueueSurroundings {
  store: MessageStore;
  clock: Clock;
  findQueue(arn: string): Queue | undefined;
  /** Messages of this queue became visible. */
  announce(queueArn: string): void;
}

/** One standard queue: each message is in exactly one of `ready`, `delayed` and `inFlight`. */
export class Queue {
  private readonly ready = new FairOrder();
  private readonly delayed = new DueHeap();
  private readonly inFlight = new DueHeap();
  private readonly expiries = new DueHeap();
  private readonly timer: OneTimer;

  constructor(
    readonly spec: QueueSpec,
    private readonly around: QueueSurroundings,
  ) {
    this.timer = new OneTimer(around.clock, () => this.catchUp());
  }

  /** Takes up a message that the store holds already. */
  restore(message: StoredMessage): void {
    const receipt = this.around.store.findReceipt(message.id);
    this.expiries.put(message.id, message.sentAt + this.spec.retentionMs);
    if (receipt) this.putInFlight(message, receipt.visibleAt);
    else this.delayed.put(message.id, message.visibleAt);
  }

  add(message: StoredMessage): void {
    this.around.store.save(message);
    this.restore(message);
    this.catchUp();
  }

  /** A message that was received as often as the queue allows goes to the dead-letter queue instead. */
  receive(max: number, visibilityTimeoutMs = this.spec.visibilityTimeoutMs): ReceivedMessage[] {
    this.catchUp();
    const messages: ReceivedMessage[] = [];
    while (messages.length < max) {
      const message = this.takeReady();
      if (!message) break;
      if (this.isWornOut(message)) this.moveToDeadLetters(message);
      else messages.push(this.hand(message, visibilityTimeoutMs));
    }
    this.arm();
    return messages;
  }

  /** A handle that is not the newest of its message deletes nothing. */
  remove(handle: string): void {
    const message = this.findByHandle(handle);
    if (message) this.discard(message.id);
  }

  /** The message, which must be in flight, becomes visible after that time. */
  changeVisibility(handle: string, visibleInMs: number): void {
    this.catchUp();
    const message = this.findByHandle(handle);
    const receipt = message && this.around.store.findReceipt(message.id);
    if (!receipt || !this.inFlight.has(message.id)) throw notInFlight();

    const visibleAt = this.around.clock.now() + visibleInMs;
    this.around.store.saveReceipt(message.id, { ...receipt, visibleAt });
    this.putInFlight(message, visibleAt);
    this.catchUp();
  }

  /** Moves every visible message to the queue that `choose` names, as a new message; returns how many. */
  moveVisible(choose: (message: StoredMessage) => Queue | undefined, newId: () => string): number {
    this.catchUp();
    const moves = this.ready.ids().flatMap((id) => {
      const message = this.around.store.find(id);
      const to = message && choose(message);
      return to ? [{ message, to }] : [];
    });
    for (const { message, to } of moves) {
      const now = this.around.clock.now();
      const queueArn = to.spec.arn;
      to.add({
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
    this.catchUp();
    return { visible: this.ready.size, delayed: this.delayed.size, inFlight: this.inFlight.size };
  }

  /** Makes visible what has become due, and forgets what is too old. */
  catchUp(): void {
    const now = this.around.clock.now();
    for (let old = this.expiries.takeDue(now); old; old = this.expiries.takeDue(now)) this.discard(old.id);
    const visible = this.makeReady(this.delayed, now) + this.makeReady(this.inFlight, now);
    this.arm();
    if (visible > 0) this.around.announce(this.spec.arn);
  }

  stop(): void {
    this.timer.set(undefined);
  }

  private makeReady(from: DueHeap, now: number): number {
    const before = from.size;
    for (let due = from.takeDue(now); due; due = from.takeDue(now)) {
      const groupId = this.groupOf(due.id);
      if (from === this.inFlight) this.ready.end(due.id, groupId, now);
      this.ready.put(due.id, groupId, due.dueAt);
    }
    return before - from.size;
  }

  private groupOf(id: string): string | undefined {
    return this.around.store.find(id)?.groupId;
  }

  private arm(): void {
    const dueTimes = [this.delayed, this.inFlight, this.expiries].flatMap((heap) => heap.nextDueAt() ?? []);
    this.timer.set(dueTimes.length > 0 ? Math.min(...dueTimes) : undefined);
  }

  private takeReady(): StoredMessage | undefined {
    const id = this.ready.take();
    return id === undefined ? undefined : this.around.store.find(id);
  }

  private isWornOut(message: StoredMessage): boolean {
    const receives = this.around.store.findReceipt(message.id)?.receives ?? 0;
    return this.deadLetters() !== undefined && receives >= (this.spec.redrive?.receivesMax ?? Infinity);
  }

  private deadLetters(): Queue | undefined {
    return this.spec.redrive && this.around.findQueue(this.spec.redrive.deadLetterArn);
  }

  /** Keeps id and age of the message, as AWS does. */
  private moveToDeadLetters(message: StoredMessage): void {
    const queue = this.deadLetters();
    if (!queue) return;
    const moved = {
      ...message,
      queueArn: queue.spec.arn,
      visibleAt: this.around.clock.now(),
      deadLetterSourceArn: this.spec.arn,
    };
    this.expiries.remove(message.id);
    this.around.store.moveTo(moved);
    queue.restore(moved);
    queue.catchUp();
  }

  private hand(message: StoredMessage, visibilityTimeoutMs: number): ReceivedMessage {
    const now = this.around.clock.now();
    const earlier = this.around.store.findReceipt(message.id);
    const receipt = {
      receives: (earlier?.receives ?? 0) + 1,
      firstReceivedAt: earlier?.firstReceivedAt ?? now,
      visibleAt: now + visibilityTimeoutMs,
    };
    this.around.store.saveReceipt(message.id, receipt);
    this.putInFlight(message, receipt.visibleAt);
    return received(message, receipt);
  }

  /** Also changes when a message in flight comes back. */
  private putInFlight({ id, groupId }: StoredMessage, visibleAt: number): void {
    this.ready.begin(id, groupId, this.around.clock.now());
    this.inFlight.put(id, visibleAt);
  }

  private findByHandle(handle: string): StoredMessage | undefined {
    const parsed = parseReceiptHandle(handle);
    if (!parsed) throw new AwsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
    const message = this.around.store.find(parsed.id);
    const isNewest = this.around.store.findReceipt(parsed.id)?.receives === parsed.receives;
    return isNewest && message?.queueArn === this.spec.arn ? message : undefined;
  }

  private discard(id: string): void {
    const groupId = this.groupOf(id);
    this.ready.remove(id, groupId);
    if (this.inFlight.remove(id)) this.ready.end(id, groupId, this.around.clock.now());
    for (const heap of [this.delayed, this.expiries]) heap.remove(id);
    this.around.store.delete(id);
    this.arm();
  }
}

function notInFlight(): AwsError {
  return new AwsError(
    'MessageNotInflight',
    'Message does not exist or is not available for visibility timeout change.',
  );
}
