import type { Clock } from './clock';

/** One timer for the earliest of many due times: the clock is slow with many timers. */
export class OneTimer {
  private armedFor: number | undefined;
  private cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly run: () => void,
    private readonly options: { recurs?: boolean } = {},
  ) {}

  set(dueAt: number | undefined): void {
    if (dueAt === this.armedFor) return;
    this.cancel();
    this.armedFor = dueAt;
    this.cancel =
      dueAt === undefined ? () => undefined : this.clock.at(dueAt, () => this.fire(), this.options);
  }

  private fire(): void {
    this.armedFor = undefined;
    this.run();
  }
}
