import * as z from '../../../shared/schema/schema';
import type { metricCounters } from '../../../shared/db/records/metrics';

const count = z.int().check(z.nonnegative());
const rate = z.number().check(z.nonnegative());

const counters = {
  sent: count,
  delivered: count,
  bounced: count,
  complained: count,
  opened: count,
  clicked: count,
} satisfies Partial<Record<(typeof metricCounters)[number], unknown>>;

/** See EV-22. */
export const EmailMetricsSchema = z.object({
  days: z.int(),
  from: z.iso.date(),
  to: z.iso.date(),
  totals: z.object({
    ...counters,
    bounce_rate: rate,
    complaint_rate: rate,
    open_rate: rate,
    click_rate: rate,
  }),
  daily: z.array(z.object({ date: z.iso.date(), ...counters })),
});
