import type { Clock } from '../../clock/clock';
import { AwsError } from '../stand-in';
import type { Outbox } from './outbox';

/** The sending limits of an account, in recipients. */
export interface SendQuota {
  max24HourSend: number;
  /** Recipients per second. */
  maxSendRate: number;
}

type QuotaChanges = { [limit in keyof SendQuota]?: SendQuota[limit] | null | undefined };

/** The limits of an account outside the sandbox. */
const defaultQuota: SendQuota = { max24HourSend: 50_000, maxSendRate: 14 };

const dayMs = 86_400_000;

/** SES allows short bursts. */
const burstSeconds = 2;

interface QuotaUsage {
  at: number;
  recipients: number;
}

/**
 * Enforces the sending limits. The rate limit applies only after a caller sets the rate, because development and tests
 * send faster than the default rate allows.
 */
export class SendLimits {
  private readonly quota = { ...defaultQuota };
  private isRateEnforced = false;
  /** The usage of the last 24 hours, oldest first. Entries before `head` are older than 24 hours. */
  private readonly usage: QuotaUsage[] = [];
  private head = 0;
  private usageTotal = 0;
  /** A token bucket: the number of recipients that the rate allowed at the time `at`. */
  private rateBucket = { recipients: 0, at: 0 };

  constructor(
    private readonly clock: Clock,
    outbox: Outbox,
  ) {
    // Emails of earlier runs are treated as sent now.
    const now = clock.now();
    this.recordUsage({ at: now, recipients: outbox.recipientsSince(now - dayMs) });
  }

  get(): SendQuota {
    return this.quota;
  }

  /** `null` restores the default. A null rate also stops enforcement of the rate. */
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

  /** Charges the recipients. If a limit is exceeded, throws the same error as SES. */
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
    // A full bucket accepts an email with more recipients than the bucket's capacity. The balance is then negative.
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
