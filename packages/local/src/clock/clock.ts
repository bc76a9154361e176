/**
 * The one clock of the runtime: real time plus an offset that only grows.
 * The offset is shared memory, so a move is seen by every function at once.
 */
export class Clock {
  /** One Float64: milliseconds to add to the machine's time. Handed to each function's worker. */
  readonly sharedOffset = new SharedArrayBuffer(8);
  private readonly offset = new Float64Array(this.sharedOffset);
  private readonly timers = new Set<Timer>();
  private wakeTimer: NodeJS.Timeout | undefined;
  /** What recurs does not ring before then. */
  private recurringPausedUntil = -Infinity;

  /** `onMove` is told each new offset, so that a later start goes on from there. */
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

  /** Runs `run` once the clock has reached `dueAt` (ms). Returns what cancels it. */
  runAt(dueAt: number, run: () => void, { recurs = false } = {}): () => void {
    const timer = { dueAt, run, recurs };
    this.timers.add(timer);
    this.arm();
    return () => {
      this.timers.delete(timer);
    };
  }

  /** When the next timer is due, or undefined when nothing waits. */
  nextDueAt(): number | undefined {
    const next = this.earliest();
    return next && this.firesAt(next);
  }

  /** The same of what happens once: what recurs is always due soon. */
  nextOneTimeDueAt(): number | undefined {
    return this.earliest(({ recurs }) => !recurs)?.dueAt;
  }

  /** How many timers wait. */
  timerCount(): number {
    return this.timers.size;
  }

  /** Jumps to `instant` (never back) and starts what is due by then, in order. */
  jumpTo(instant: number): void {
    this.offset[0] = Math.max(this.offsetMs(), instant - Date.now());
    this.onMove(this.offsetMs());
    this.fireDue();
  }

  /** What recurs rests until `instant`, and then rings once for all that it missed; without one it rests no more. */
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
    // setTimeout overflows beyond 2^31 ms: wake up early and arm again.
    const delayMs = Math.min(Math.max(0, dueAt - this.now()), 86_400_000);
    this.wakeTimer = setTimeout(() => this.fireDue(), delayMs);
  }
}

interface Timer {
  dueAt: number;
  run: () => void;
  /** It rings again and again, and one ring makes up for those that were missed. */
  recurs: boolean;
}
