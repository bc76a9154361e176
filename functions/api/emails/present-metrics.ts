import type * as z from 'zod/mini';
import { metricCounters, type Counts } from '../../../shared/db/records/metrics';
import { sumCounts } from '../../../shared/domain/platform/metrics/sum-counts';
import type { EmailMetricsSchema } from './metrics-shape';

type EmailMetrics = z.infer<typeof EmailMetricsSchema>;

/** Presents the metrics. `recordedDays` must be oldest first and without gaps. */
export function presentMetrics(recordedDays: readonly { date: string; counts: Counts }[]): EmailMetrics {
  const daily = recordedDays.map(({ date, counts }) => ({ date, counts: clampToZero(counts) }));
  const sums = sumCounts(daily.map(({ counts }) => counts));
  return {
    days: daily.length,
    from: daily.at(0)?.date ?? '',
    to: daily.at(-1)?.date ?? '',
    totals: { ...presentCounts(sums), ...ratesOf(sums) },
    daily: daily.map(({ date, counts }) => ({ date, ...presentCounts(counts) })),
  };
}

/**
 * Replaces negative counters with 0. A counter is negative if a worker crashed before it counted a click, and another
 * worker later subtracted the click because a scanner caused it.
 */
const clampToZero = (counts: Counts): Counts =>
  Object.fromEntries(metricCounters.map((name) => [name, Math.max(0, counts[name] ?? 0)]));

const presentCounts = (counts: Counts): Omit<EmailMetrics['daily'][number], 'date'> => ({
  sent: counts.sent ?? 0,
  delivered: counts.delivered ?? 0,
  bounced: counts.bounced ?? 0,
  complained: counts.complained ?? 0,
  opened: counts.opened ?? 0,
  clicked: counts.clicked ?? 0,
});

/**
 * Returns the rates. The bounce rate includes only permanent bounces, because an email may be delivered after a
 * transient bounce.
 */
const ratesOf = (sums: Counts) => ({
  bounce_rate: rateOf(sums.bouncedPermanent, sums.sent),
  complaint_rate: rateOf(sums.complained, sums.sent),
  open_rate: rateOf(sums.opened, sums.delivered),
  click_rate: rateOf(sums.clicked, sums.delivered),
});

/** Returns a fraction with four decimals, or 0 if `whole` is 0. */
const rateOf = (part = 0, whole = 0): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
