interface Counts {
  /** Running invocations, and messages that a poller could receive now. */
  active: number;
  /** Messages and schedules that wait for a later time. */
  delayed: number;
  /** Invocations since the start, except invocations by recurring schedules. */
  started: number;
}

const pollMs = 2;

/** Detects the idle state, in which no function runs and no message is ready for a poller. */
export class Activity {
  constructor(private readonly count: () => Counts) {}

  delayedCount(): number {
    return this.count().delayed;
  }

  /** The number of invocations since the start, except invocations by recurring schedules. */
  startedCount(): number {
    return this.count().started;
  }

  /**
   * Waits until no function runs and no message is ready for a poller. Returns false if the wait takes longer than
   * `timeoutMs` of real time.
   */
  async waitUntilIdle(timeoutMs: number): Promise<boolean> {
    const giveUpAt = performance.now() + timeoutMs;
    let idleTicks = 0;
    // Require two idle ticks, because the count is zero in the tick between the end of a function and its poller's next
    // step.
    while (idleTicks < 2) {
      if (this.count().active === 0) {
        idleTicks++;
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      idleTicks = 0;
      if (performance.now() > giveUpAt) return false;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return true;
  }
}
