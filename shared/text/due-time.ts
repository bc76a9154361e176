import { dayMs, hourMs, minuteMs } from '../core/time';

const lengthMax = 200;

/**
 * Parses a time such as `2026-03-01T09:00:00Z`, `in 2 hours` or `next friday at 9am UTC`, in ms since 1970. The default
 * zone is UTC. Returns undefined if the text is not a time between the years 0 and 9999.
 */
export async function parseDueTime(text: string, nowMs: number): Promise<number | undefined> {
  if (text.length > lengthMax) return undefined;
  const phrase = text.trim();
  const due =
    parseTimestamp(phrase) ?? parseRelativeTime(phrase, nowMs) ?? (await parseDatePhrase(phrase, nowMs));
  return isStorable(due) ? due : undefined;
}

/**
 * Whether a date is ambiguous and must be refused. `05/06/2027` is 5 June in some countries and 6 May in other
 * countries.
 */
export function isAmbiguousDate(text: string): boolean {
  const [, first, second] = /(?<![\d/-])(\d{1,2})[/-](\d{1,2})(?!\d)/.exec(text) ?? [];
  return Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

const isoDate = /^(\d{4})-(\d\d)-(\d\d)$/;
const isoTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const isoBasic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Parses ISO 8601 in the extended or basic format. Returns NaN for an invalid time in this format, so that the phrase
 * parser does not guess.
 */
function parseTimestamp(phrase: string): number | undefined {
  const parts = isoDate.exec(phrase) ?? isoTime.exec(phrase) ?? isoBasic.exec(phrase);
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = parts;
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDay(date)) return Number.NaN;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return Date.parse(`${date}T${hour}:${minute}:${second}.${milliseconds}${normalizeZone(zone)}`);
}

/** Whether the day exists. `Date` accepts 31 February and reads the date as 3 March. */
function isCalendarDay(date: string): boolean {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
}

function normalizeZone(zone: string): string {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return sign ? `${sign}${hours}:${minutes}` : 'Z';
}

const unitMs = { min: minuteMs, minute: minuteMs, hour: hourMs, day: dayMs, week: 7 * dayMs };
const isUnit = (name: string): name is keyof typeof unitMs => Object.hasOwn(unitMs, name);

function parseRelativeTime(phrase: string, nowMs: number): number | undefined {
  const [, count, unit = ''] = /^in\s+(\d+(?:\.\d+)?)\s*([a-z]+?)s?$/i.exec(phrase) ?? [];
  const name = unit.toLowerCase();
  return isUnit(name) ? nowMs + Math.round(Number(count) * unitMs[name]) : undefined;
}

/** Parses a phrase. Loads the phrase parser only for text that can be a phrase. */
async function parseDatePhrase(phrase: string, nowMs: number): Promise<number | undefined> {
  if (!/[a-z]|\d[/:.-]\d/i.test(phrase) || isAmbiguousDate(phrase)) return undefined;
  const { readDatePhrase } = await import('./date-phrase.lazy');
  return readDatePhrase(phrase, nowMs);
}

const earliestMs = Date.parse('0000-01-01T00:00:00.000Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether the time can be stored. Times are stored and compared as ISO 8601 with a year of four digits. */
const isStorable = (ms: number | undefined): ms is number =>
  ms !== undefined && ms >= earliestMs && ms <= latestMs;
