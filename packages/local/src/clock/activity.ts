interface Counts {
  /** Running invocations, and messages that a poller could receive now. */
  active: number;
  /** Messages and schedules that wait for a later time. */
  delayed: number;
  /** Invocations so far, except those started by recurring schedules. */
  started: number;
}

const pollMs = 2;

/** Detects when no function runs and no message waits for a poller. */
export class Activity {
  constructor(private readonly count: () => Counts) {}

  delayedCount(): number {
    return this.count().delayed;
  }

  /** The number of invocations so far, except those started by recurring schedules. */
  startedCount(): number {
    return this.count().started;
  }

  /** Waits until nothing is active. Returns false if that takes longer than `timeoutMs` of real time. */
  async waitUntilIdle(timeoutMs: number): Promise<boolean> {
    const giveUpAt = performance.now() + timeoutMs;
    let idleTicks = 0;
    // Nothing seems to run in the tick between the end of a function and the next step of its poller.
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
