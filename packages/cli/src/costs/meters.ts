/** A quantity that AWS charges for. */
interface Meter {
  /** USD for one unit, at the list price of us-east-1. */
  usd: number;
  /** The units per month that are free in every account and do not expire after a year. */
  free: number;
}

/** The month in which the prices were written down. They have not been compared with a bill. */
export const pricesAsOf = '2026-11';

const million = 1_000_000;

const meters = {
  'CloudWatch alarms': { usd: 0.1, free: 10 },
  'KMS keys': { usd: 1, free: 0 },
  'SQS requests': { usd: 0.4 / million, free: million },
  'Lambda invocations': { usd: 0.2 / million, free: million },
  'Lambda GB-seconds': { usd: 13.3333 / million, free: 400_000 },
  'Scheduler invocations': { usd: 1 / million, free: 14 * million },
  'DynamoDB writes': { usd: 0.625 / million, free: 0 },
  'DynamoDB reads': { usd: 0.125 / million, free: 0 },
  'API Gateway requests': { usd: 3.5 / million, free: 0 },
  'SNS notifications': { usd: 0.5 / million, free: million },
  'KB of logs': { usd: 0.5 / million, free: 5 * million },
  'load balancer hours': { usd: 0.0225, free: 0 },
  'Fargate vCPU hours (arm64)': { usd: 0.03238, free: 0 },
  'Fargate GB hours (arm64)': { usd: 0.00356, free: 0 },
  'IPv4 address hours': { usd: 0.005, free: 0 },
  'web ACLs': { usd: 5, free: 0 },
  'web ACL rules': { usd: 1, free: 0 },
  'SES emails': { usd: 0.16 / 1_000, free: 0 },
} satisfies Record<string, Meter>;

export type MeterName = keyof typeof meters;

/** Units per month. */
export type Usage = Partial<Record<MeterName, number>>;

// Object.entries loses the type of the keys, which the type Usage guarantees.
export const usageEntries = (usage: Usage) => Object.entries(usage) as [MeterName, number][];

export function addUsage(...usages: readonly Usage[]): Usage {
  const sum: Usage = {};
  for (const [name, units] of usages.flatMap(usageEntries)) sum[name] = (sum[name] ?? 0) + units;
  return sum;
}

export const multiplyUsage = (usage: Usage, factor: number): Usage =>
  Object.fromEntries(usageEntries(usage).map(([name, units]) => [name, units * factor]));

/** Returns USD per month at list prices, with or without the free tiers. */
export const priceOf = (usage: Usage, { withFreeTiers }: { withFreeTiers: boolean }): number =>
  usageEntries(usage).reduce((total, [name, units]) => {
    const { usd, free } = meters[name];
    return total + usd * Math.max(0, units - (withFreeTiers ? free : 0));
  }, 0);
