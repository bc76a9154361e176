import type { Clock } from '../../clock/clock';
import { AwsError } from '../service';
import type { Outbox } from './outbox';

/** What SES lets an account send, in recipients. */
export interface SendQuota {
  max24HourSend: number;
  /** A second. */
  maxSendRate: number;
}

type Changes = { [limit in keyof SendQuota]?: SendQuota[limit] | null | undefined };

/** Of an account that has left the sandbox. */
const usualQuota: SendQuota = { max24HourSend: 50_000, maxSendRate: 14 };

const dayMs = 86_400_000;

/** SES takes short bursts. */
const burstSeconds = 2;

interface Taken {
  at: number;
  recipients: number;
}

/**
 * Holds the account to its quota. The rate is held once somebody has set it: programs on a developer's machine send more
 * at once than the usual account may, and nobody waits for that here.
 */
export class SendLimits {
  private readonly quota = { ...usualQuota };
  private isRateHeld = false;
  /** Of the last 24 hours, the oldest first from `head` on. */
  private readonly taken: Taken[] = [];
  private head = 0;
  private sum = 0;
  /** What the rate has room for, and when that was. */
  private room = { recipients: 0, at: 0 };

  constructor(
    private readonly clock: Clock,
    outbox: Outbox,
  ) {
    // What a runtime before this one has sent.
    const now = clock.now();
    this.note({ at: now, recipients: outbox.recipientsSince(now - dayMs) });
  }

  get(): SendQuota {
    return this.quota;
  }

  /** `null` is as if nobody had set it. */
  set({ max24HourSend, maxSendRate }: Changes): void {
    if (max24HourSend !== undefined) this.quota.max24HourSend = max24HourSend ?? usualQuota.max24HourSend;
    if (maxSendRate === undefined) return;
    this.quota.maxSendRate = maxSendRate ?? usualQuota.maxSendRate;
    this.isRateHeld = maxSendRate !== null;
    this.room = { recipients: burstSeconds * this.quota.maxSendRate, at: this.clock.now() };
  }

  sentLast24Hours(): number {
    const since = this.clock.now() - dayMs;
    for (let oldest = this.taken[this.head]; oldest && oldest.at < since; oldest = this.taken[this.head]) {
      this.sum -= oldest.recipients;
      this.head += 1;
    }
    return this.sum;
  }

  /** Counts the recipients, or refuses them as SES does. */
  take(recipients: number): void {
    if (this.sentLast24Hours() + recipients > this.quota.max24HourSend)
      throw new AwsError('TooManyRequestsException', 'Daily message quota exceeded.', 429);
    const at = this.clock.now();
    if (this.isRateHeld) this.takeOfRate(recipients, at);
    this.note({ at, recipients });
  }

  private takeOfRate(recipients: number, at: number): void {
    const { maxSendRate } = this.quota;
    const refilled = this.room.recipients + ((at - this.room.at) / 1000) * maxSendRate;
    const most = burstSeconds * maxSendRate;
    const room = Math.min(refilled, most);
    this.room = { recipients: room, at };
    // A mail for more than there is ever room for leaves when all of it is free, and those after it wait the longer.
    if (room < Math.min(recipients, most))
      throw new AwsError('TooManyRequestsException', 'Maximum sending rate exceeded.', 429);
    this.room.recipients -= recipients;
  }

  private note(taken: Taken): void {
    if (taken.recipients === 0) return;
    this.taken.push(taken);
    this.sum += taken.recipients;
  }
}
