import type { Clock } from '../../clock/clock';
import type { Outbox } from './outbox';

/** What SES lets an account send. */
export interface SendQuota {
  max24HourSend: number;
  /** Recipients a second. */
  maxSendRate: number;
}

/** Of an account that has left the sandbox. */
const usualQuota: SendQuota = { max24HourSend: 50_000, maxSendRate: 14 };
const dayMs = 86_400_000;

export function describeAccount(account: { clock: Clock; outbox: Outbox; quota?: SendQuota }): unknown {
  const { max24HourSend, maxSendRate } = account.quota ?? usualQuota;
  const sent = account.outbox.recipientsSince(account.clock.now() - dayMs);
  return {
    DedicatedIpAutoWarmupEnabled: false,
    EnforcementStatus: 'HEALTHY',
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: max24HourSend, MaxSendRate: maxSendRate, SentLast24Hours: sent },
    SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  };
}
