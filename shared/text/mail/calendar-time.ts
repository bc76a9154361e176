import type { Property } from './calendar-lines';

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** A date, and a time in its zone. The time is undefined for whole days. */
interface CalendarTime {
  date: Date;
  time: string | undefined;
  zone: string;
}

const timePattern = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{0,2}(Z)?)?$/;

function parseTime(property: Property | undefined): CalendarTime | undefined {
  const [, year, month, day, hour, minute, utc] = timePattern.exec(property?.value.trim() ?? '') ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  const time = hour === undefined ? undefined : `${hour}:${minute}`;
  return { date, time, zone: utc ? 'UTC' : zoneOf(property?.params.get('TZID')) };
}

/** Some programs write a path before the name of the zone: `/example.com/20260101/Europe/Berlin`. */
const zoneOf = (tzid: string | undefined): string =>
  tzid ? (/[A-Z]\w+\/[A-Z][\w+-]+(?:\/[A-Z][\w+-]+)?$/.exec(tzid)?.[0] ?? tzid) : 'local time';

const formatDate = (date: Date): string =>
  `${weekdays[date.getUTCDay()]}, ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

const dayMs = 86_400_000;

/**
 * Describes when the event is, in the time zone of its organizer: `Tuesday, 12 May 2026, 10:00 to 11:30
 * (Europe/Berlin)`. Undefined if the start cannot be read.
 */
export function describeTimes(
  startProperty: Property | undefined,
  endProperty: Property | undefined,
  duration: string | undefined,
): string | undefined {
  const start = parseTime(startProperty);
  if (!start) return undefined;
  const end = parseTime(endProperty);
  if (start.time === undefined) return describeDays(start, end);
  const startText = `${formatDate(start.date)}, ${start.time}`;
  if (!end?.time) return `${startText}${describeDuration(duration)} (${start.zone})`;
  const isSameDay = end.date.getTime() === start.date.getTime();
  const endText = isSameDay ? end.time : `${formatDate(end.date)}, ${end.time}`;
  return end.zone === start.zone
    ? `${startText} to ${endText} (${start.zone})`
    : `${startText} (${start.zone}) to ${endText} (${end.zone})`;
}

/** The end of whole days is the day after the last day. */
function describeDays(start: CalendarTime, end: CalendarTime | undefined): string {
  const last = end ? new Date(end.date.getTime() - dayMs) : start.date;
  const days =
    last > start.date ? `${formatDate(start.date)} to ${formatDate(last)}` : formatDate(start.date);
  return `${days} (all day)`;
}

const units = ['week', 'day', 'hour', 'minute'] as const;

/** Describes `PT1H30M` as ` for 1 hour 30 minutes`. */
function describeDuration(duration = ''): string {
  const [, ...counts] =
    /^\+?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?\d*S?)?$/.exec(duration) ?? [];
  const parts = units.flatMap((unit, index) =>
    Number(counts[index] ?? 0) > 0 ? [plural(Number(counts[index]), unit)] : [],
  );
  return parts.length === 0 ? '' : ` for ${parts.join(' ')}`;
}

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

const frequencies: Readonly<Record<string, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

/** Describes a recurrence rule: `every 2 weeks on Monday and Friday, 10 times`. Returns an unusual rule as it is. */
export function describeRecurrence(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => splitPart(part)));
  const unit = frequencies[parts.get('FREQ') ?? ''];
  const days = (parts.get('BYDAY') ?? '').split(',').filter(Boolean).map(weekdayOf);
  const isUnusual = [...parts.keys()].some((name) => !usualParts.has(name)) || days.includes(undefined);
  if (!unit || isUnusual) return rule;
  const interval = Number(parts.get('INTERVAL') ?? '1');
  const until = parseTime({ name: 'UNTIL', params: new Map(), value: parts.get('UNTIL') ?? '' });
  return [
    interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`,
    days.length > 0 ? ` on ${days.join(' and ')}` : '',
    parts.has('BYMONTHDAY') ? ` on day ${parts.get('BYMONTHDAY')}` : '',
    parts.has('COUNT') ? `, ${parts.get('COUNT')} times` : '',
    until ? `, until ${formatDate(until.date)}` : '',
  ].join('');
}

const usualParts: ReadonlySet<string> = new Set('FREQ INTERVAL BYDAY BYMONTHDAY COUNT UNTIL WKST'.split(' '));

const splitPart = (part: string): [string, string] => {
  const [name = '', value = ''] = part.split('=');
  return [name.trim().toUpperCase(), value.trim().toUpperCase()];
};

const weekdayCodes = 'SU MO TU WE TH FR SA'.split(' ');
const weekdayOf = (code: string): string | undefined => weekdays[weekdayCodes.indexOf(code)];
