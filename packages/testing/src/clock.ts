import type { ControlClient } from './control-client.ts';

const unitMs = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
type Unit = keyof typeof unitMs;

/** A duration such as `'3 days'`, or ms. */
export type Duration = number | `${number} ${Unit | `${Unit}s`}`;

/** Work that is left for later, such as scheduled emails. */
export interface WaitingWork {
  what: string;
  count: number;
  next_at: string | null;
}

/** The clock of the runtime, which all its workspaces share. It only moves forward. */
export class Clock {
  constructor(private readonly control: ControlClient) {}

  async now(): Promise<Date> {
    return toDate(await this.control.call('GET', '/clock'));
  }

  /**
   * Moves the clock, and resolves to its new time after everything that fell due has run, in the order of its due time.
   * Throws a `TypeError` if the duration is invalid.
   */
  async advance(duration: Duration): Promise<Date> {
    return this.set(new Date((await this.now()).getTime() + parseDuration(duration)));
  }

  /** Moves the clock to a time, like `advance`. Throws a `ControlError` if the time is in the past. */
  async set(time: Date): Promise<Date> {
    let now = await this.move(time);
    // A call of the control API returns after 60 s, even if work is left.
    while (now < time) now = await this.move(time);
    return now;
  }

  /**
   * Waits until no function is running and no queue has a message that is due. Resolves to the work that is left for
   * later. Throws a `ControlError` after `timeoutMs` (default: 30,000).
   */
  async settle({ timeoutMs = 30_000 }: { timeoutMs?: number } = {}): Promise<{ waiting: WaitingWork[] }> {
    const body = { timeout_ms: timeoutMs };
    const { waiting } = (await this.control.call('POST', '/settle', body)) as { waiting: WaitingWork[] };
    return { waiting };
  }

  private async move(time: Date): Promise<Date> {
    return toDate(await this.control.call('POST', '/clock', { set: time.toISOString() }));
  }
}

const toDate = (response: unknown): Date => new Date((response as { now: string }).now);

function parseDuration(duration: Duration): number {
  if (typeof duration === 'number') return duration;
  const [, amount, unit] = /^(\d+(?:\.\d+)?) (second|minute|hour|day|week)s?$/.exec(duration) ?? [];
  if (amount !== undefined) return Number(amount) * unitMs[unit as Unit];
  throw new TypeError(`Not a duration: "${duration}". Give ms, or a text such as "90 minutes" or "3 days"`);
}
