import type { SendLimits } from './send-limits';

export function describeAccount(limits: SendLimits): unknown {
  const { max24HourSend, maxSendRate } = limits.get();
  return {
    DedicatedIpAutoWarmupEnabled: false,
    EnforcementStatus: 'HEALTHY',
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: {
      Max24HourSend: max24HourSend,
      MaxSendRate: maxSendRate,
      SentLast24Hours: limits.sentLast24Hours(),
    },
    SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  };
}
