interface Counts {
  /** Invocations that run, and messages that a poller could take now. */
  active: number;
  /** Messages and schedules that wait for a later time. */
  delayed: number;
  /** Invocations so far, without those that a recurring schedule asked for. */
  begun: number;
}

const pollMs = 2;

/** Knows when nothing runs and nothing waits to be picked up. */
export class Activity {
  constructor(private readonly count: () => Counts) {}

  delayed(): number {
    return this.count().delayed;
  }

  /** Grows when something happens that does not happen by itself. */
  begun(): number {
    return this.count().begun;
  }

  /** Waits until nothing is active. False if something still is after `timeoutMs` of real time. */
  async settled(timeoutMs: number): Promise<boolean> {
    const giveUpAt = performance.now() + timeoutMs;
    let quietTurns = 0;
    // Between a function's answer and the poller's next step there is a turn in which nothing seems to run.
    while (quietTurns < 2) {
      if (this.count().active === 0) {
        quietTurns++;
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      quietTurns = 0;
      if (performance.now() > giveUpAt) return false;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return true;
  }
}
