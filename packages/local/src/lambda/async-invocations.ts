import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock/clock';
import { DurableMap } from '../machine/durable-map';
import type { FunctionRunner } from './runner';

interface PendingEvent {
  id: string;
  functionName: string;
  payload: string;
  failures: number;
  dueAt: number;
}

/** Lambda retries a failed asynchronous invocation twice. */
const retryAfterMs = [60_000, 120_000];

/** Asynchronous invocations (`InvocationType: Event`). Accepted events are stored on disk. */
export class AsyncInvocations {
  private readonly pending: DurableMap<PendingEvent>;
  private runningNow = 0;
  private isStopped = false;

  constructor(
    file: string,
    private readonly clock: Clock,
    private readonly runner: Pick<FunctionRunner, 'invoke'>,
  ) {
    this.pending = new DurableMap(file);
  }

  /** Resumes the pending events of an earlier run. */
  start(): void {
    for (const event of this.pending.values()) this.schedule(event);
  }

  accept(functionName: string, payload: string): void {
    const event = { id: randomUUID(), functionName, payload, failures: 0, dueAt: this.clock.now() };
    this.pending.set(event.id, event);
    void this.run(event);
  }

  /** The number of events with a running invocation. */
  runningCount(): number {
    return this.runningNow;
  }

  /** The number of events that wait for their next attempt. */
  waitingCount(): number {
    return this.pending.size - this.runningNow;
  }

  stop(): void {
    this.isStopped = true;
    this.pending.close();
  }

  private schedule(event: PendingEvent): void {
    this.clock.runAt(event.dueAt, () => void this.run(event));
  }

  private async run(event: PendingEvent): Promise<void> {
    this.runningNow += 1;
    const outcome = await this.runner.invoke(event.functionName, event.payload);
    this.runningNow -= 1;
    // If the runtime stops during an invocation, the event stays pending and runs again at the next start.
    if (!this.isStopped) this.recordOutcome(event, outcome.kind === 'error');
  }

  private recordOutcome(event: PendingEvent, hasFailed: boolean): void {
    const delayMs = hasFailed ? retryAfterMs[event.failures] : undefined;
    if (delayMs === undefined) {
      this.pending.delete(event.id);
      return;
    }
    const retriedEvent = { ...event, failures: event.failures + 1, dueAt: this.clock.now() + delayMs };
    this.pending.set(event.id, retriedEvent);
    this.schedule(retriedEvent);
  }
}
