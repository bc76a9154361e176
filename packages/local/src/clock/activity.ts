interface Counts {
  /** Invocations that run, and messages that a poller could take now. */
  active: number;
  /** Messages and schedules that wait for a later time. */
  delayed: number;
  /** Invocations so far, without those that a recurring schedule asked for. */
  started: number;
}

const pollMs = 2;

/** Knows when nothing runs and nothing waits to be picked up. */
export class Activity {
  constructor(private readonly count: () => Counts) {}

  delayedCount(): number {
    return this.count().delayed;
  }

  /** Grows when something happens that does not happen by itself. */
  startedCount(): number {
    return this.count().started;
  }

  /** Waits until nothing is active. False if something still is after `timeoutMs` of real time. */
  async waitUntilIdle(timeoutMs: number): Promise<boolean> {
    const giveUpAt = performance.now() + timeoutMs;
    let idleTicks = 0;
    // Between a function's answer and the poller's next step there is a turn in which nothing seems to run.
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
