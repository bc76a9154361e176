import type { Clock } from '../../clock/clock';
import { AwsError } from '../stand-in';
import type { Outbox } from './outbox';

/** What SES lets an account send, in recipients. */
export interface SendQuota {
  max24HourSend: number;
  /** A second. */
  maxSendRate: number;
}

type QuotaChanges = { [limit in keyof SendQuota]?: SendQuota[limit] | null | undefined };

/** Of an account that has left the sandbox. */
const defaultQuota: SendQuota = { max24HourSend: 50_000, maxSendRate: 14 };

const dayMs = 86_400_000;

/** SES takes short bursts. */
const burstSeconds = 2;

interface QuotaUsage {
  at: number;
  recipients: number;
}

/**
 * Holds the account to its quota. The rate is held once somebody has set it: programs on a developer's machine send more
 * at once than the usual account may, and nobody waits for that here.
 */
export class SendLimits {
  private readonly quota = { ...defaultQuota };
  private isRateEnforced = false;
  /** Of the last 24 hours, the oldest first from `head` on. */
  private readonly usage: QuotaUsage[] = [];
  private head = 0;
  private usageTotal = 0;
  /** What the rate has room for, and when that was. */
  private rateBucket = { recipients: 0, at: 0 };

  constructor(
    private readonly clock: Clock,
    outbox: Outbox,
  ) {
    // What a runtime before this one has sent.
    const now = clock.now();
    this.recordUsage({ at: now, recipients: outbox.recipientsSince(now - dayMs) });
  }

  get(): SendQuota {
    return this.quota;
  }

  /** `null` is as if nobody had set it. */
  set({ max24HourSend, maxSendRate }: QuotaChanges): void {
    if (max24HourSend !== undefined) this.quota.max24HourSend = max24HourSend ?? defaultQuota.max24HourSend;
    if (maxSendRate === undefined) return;
    this.quota.maxSendRate = maxSendRate ?? defaultQuota.maxSendRate;
    this.isRateEnforced = maxSendRate !== null;
    this.rateBucket = { recipients: burstSeconds * this.quota.maxSendRate, at: this.clock.now() };
  }

  sentLast24Hours(): number {
    const since = this.clock.now() - dayMs;
    for (let oldest = this.usage[this.head]; oldest && oldest.at < since; oldest = this.usage[this.head]) {
      this.usageTotal -= oldest.recipients;
      this.head += 1;
    }
    return this.usageTotal;
  }

  /** Counts the recipients, or refuses them as SES does. */
  consume(recipients: number): void {
    if (this.sentLast24Hours() + recipients > this.quota.max24HourSend)
      throw new AwsError('TooManyRequestsException', 'Daily message quota exceeded.', 429);
    const at = this.clock.now();
    if (this.isRateEnforced) this.consumeRate(recipients, at);
    this.recordUsage({ at, recipients });
  }

  private consumeRate(recipients: number, at: number): void {
    const { maxSendRate } = this.quota;
    const refilled = this.rateBucket.recipients + ((at - this.rateBucket.at) / 1000) * maxSendRate;
    const burstMax = burstSeconds * maxSendRate;
    const rateBucket = Math.min(refilled, burstMax);
    this.rateBucket = { recipients: rateBucket, at };
    // A mail for more than there is ever room for leaves when all of it is free, and those after it wait the longer.
    if (rateBucket < Math.min(recipients, burstMax))
      throw new AwsError('TooManyRequestsException', 'Maximum sending rate exceeded.', 429);
    this.rateBucket.recipients -= recipients;
  }

  private recordUsage(usage: QuotaUsage): void {
    if (usage.recipients === 0) return;
    this.usage.push(usage);
    this.usageTotal += usage.recipients;
  }
}
