/**
 * The clock of the runtime: real time plus an offset that only grows. The offset is in shared memory, so every function
 * sees a change immediately.
 */
export class Clock {
  /** One Float64: the milliseconds to add to the machine's time. Passed to the worker of each function. */
  readonly sharedOffset = new SharedArrayBuffer(8);
  private readonly offset = new Float64Array(this.sharedOffset);
  private readonly timers = new Set<Timer>();
  private wakeTimer: NodeJS.Timeout | undefined;
  /** Recurring timers do not fire before this time. */
  private recurringPausedUntil = -Infinity;

  /** `onMove` receives each new offset, so that the next start can continue from it. */
  constructor(
    offsetMs = 0,
    private readonly onMove: (offsetMs: number) => void = () => undefined,
  ) {
    this.offset[0] = offsetMs;
  }

  now(): number {
    return Math.floor(Date.now() + this.offsetMs());
  }

  offsetMs(): number {
    return this.offset[0] ?? 0;
  }

  /** Runs `run` once the clock has reached `dueAt` (ms). Returns a function that cancels the timer. */
  runAt(dueAt: number, run: () => void, { recurs = false } = {}): () => void {
    const timer = { dueAt, run, recurs };
    this.timers.add(timer);
    this.arm();
    return () => {
      this.timers.delete(timer);
    };
  }

  /** The time of the next timer; undefined if there are no timers. */
  nextDueAt(): number | undefined {
    const next = this.earliest();
    return next && this.firesAt(next);
  }

  /** The time of the next one-time timer. Ignores recurring timers, because a recurring timer is always due soon. */
  nextOneTimeDueAt(): number | undefined {
    return this.earliest(({ recurs }) => !recurs)?.dueAt;
  }

  /** The number of pending timers. */
  timerCount(): number {
    return this.timers.size;
  }

  /** Moves the clock forward to `instant` and fires the due timers in order. Never moves the clock back. */
  jumpTo(instant: number): void {
    this.offset[0] = Math.max(this.offsetMs(), instant - Date.now());
    this.onMove(this.offsetMs());
    this.fireDue();
  }

  /**
   * Pauses recurring timers until `instant`, when each timer fires once for all missed times. Without `instant`, ends
   * the pause.
   */
  pauseRecurring(instant = -Infinity): void {
    this.recurringPausedUntil = instant;
    this.arm();
  }

  stop(): void {
    clearTimeout(this.wakeTimer);
    this.timers.clear();
  }

  private earliest(matches: (timer: Timer) => boolean = () => true): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers)
      if (matches(timer) && (!first || this.firesAt(timer) < this.firesAt(first))) first = timer;
    return first;
  }

  private firesAt({ dueAt, recurs }: Timer): number {
    return recurs ? Math.max(dueAt, this.recurringPausedUntil) : dueAt;
  }

  private fireDue(): void {
    for (let next = this.earliest(); next && this.firesAt(next) <= this.now(); next = this.earliest()) {
      this.timers.delete(next);
      next.run();
    }
    this.arm();
  }

  private arm(): void {
    clearTimeout(this.wakeTimer);
    const dueAt = this.nextDueAt();
    if (dueAt === undefined) return;
    // setTimeout overflows beyond 2^31 ms, so wake up early and arm the timer again.
    const delayMs = Math.min(Math.max(0, dueAt - this.now()), 86_400_000);
    this.wakeTimer = setTimeout(() => this.fireDue(), delayMs);
  }
}

interface Timer {
  dueAt: number;
  run: () => void;
  /** Whether the timer belongs to a recurring schedule, which fires once for all missed times. */
  recurs: boolean;
}
