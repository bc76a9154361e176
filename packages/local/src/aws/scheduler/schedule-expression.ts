import { type Cron, nextMatch, parseCron } from './cron';

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** `at(2026-11-30T12:00:00)`, `rate(5 minutes)` or `cron(0 12 * * ? *)`, all in UTC. */
export type ScheduleExpression =
  { kind: 'at'; instant: number } | { kind: 'rate'; intervalMs: number } | { kind: 'cron'; cron: Cron };

/** Returns undefined for an expression that EventBridge Scheduler refuses, and for cron's unsupported `W`. */
export function parseScheduleExpression(text: string): ScheduleExpression | undefined {
  const [, kind, inner = ''] = /^(at|rate|cron)\((.+)\)$/.exec(text) ?? [];
  if (kind === 'at') return parseAt(inner);
  if (kind === 'rate') return parseRate(inner);
  const cron = kind === 'cron' ? parseCron(inner) : undefined;
  return cron && { kind: 'cron', cron };
}

/**
 * The next time of a schedule that started or last fired at `after`; undefined if it never fires again. The time of an
 * `at()` may be in the past. The schedule is then due immediately.
 */
export function nextFireAt(expression: ScheduleExpression, after: number): number | undefined {
  if (expression.kind === 'at') return expression.instant;
  if (expression.kind === 'rate') return after + expression.intervalMs;
  return nextMatch(expression.cron, after);
}

function parseAt(text: string): ScheduleExpression | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return undefined;
  const instant = Date.parse(`${text}Z`);
  // `Date.parse` reads February 31 as March 3.
  const isRealDate = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
  return isRealDate ? { kind: 'at', instant } : undefined;
}

function parseRate(text: string): ScheduleExpression | undefined {
  const [, value, unit, plural] = /^(\d+) (minute|hour|day)(s?)$/.exec(text) ?? [];
  const count = Number(value);
  if (!isUnit(unit) || count < 1) return undefined;
  if ((count === 1) !== (plural === '')) return undefined;
  return { kind: 'rate', intervalMs: count * unitMs[unit] };
}

function isUnit(unit: string | undefined): unit is keyof typeof unitMs {
  return unit !== undefined && Object.hasOwn(unitMs, unit);
}
