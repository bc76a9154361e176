import type { Clock } from './clock';

/** One timer for the earliest of many due times, because the clock is slow with many timers. */
export class NextDueTimer {
  private armedForDueAt: number | undefined;
  private cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly run: () => void,
    private readonly options: { recurs?: boolean } = {},
  ) {}

  set(dueAt: number | undefined): void {
    if (dueAt === this.armedForDueAt) return;
    this.cancel();
    this.armedForDueAt = dueAt;
    this.cancel =
      dueAt === undefined ? () => undefined : this.clock.runAt(dueAt, () => this.fire(), this.options);
  }

  private fire(): void {
    this.armedForDueAt = undefined;
    this.run();
  }
}
