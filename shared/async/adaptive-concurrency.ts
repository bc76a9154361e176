const startConcurrency = 5;

/** An answer within the first time allows one more concurrent call, and an answer after the second halves the limit. */
const [fastMs, slowMs] = [500, 2_000];

/**
 * The number of concurrent calls to a service that may be overloaded. The limit follows the service's answer times, as
 * TCP's congestion control does: fast answers raise it by one, and slow answers or none halve it.
 */
export class AdaptiveConcurrency {
  private current = startConcurrency;
  private loweredAt = 0;

  constructor(private readonly concurrencyMax: number) {}

  get limit(): number {
    return this.current;
  }

  /** Makes a call and adapts the limit to its answer time. `isAnswered` tells whether the service answered at all. */
  async measure<T>(call: () => Promise<T>, isAnswered: (result: T) => boolean): Promise<T> {
    const startedAt = performance.now();
    const result = await call();
    this.adapt(startedAt, isAnswered(result) ? performance.now() - startedAt : Infinity);
    return result;
  }

  private adapt(startedAt: number, answerMs: number): void {
    if (answerMs <= fastMs) this.current = Math.min(this.concurrencyMax, this.current + 1);
    // Calls that started before the limit was lowered say nothing about the new limit.
    if (answerMs <= slowMs || startedAt < this.loweredAt) return;
    this.current = Math.max(1, Math.floor(this.current / 2));
    this.loweredAt = performance.now();
  }
}
