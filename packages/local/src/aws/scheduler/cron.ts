/** AWS format: `minutes hours day-of-month month day-of-week year`. Sunday is 1, and one of the day fields is `?`. */
export interface Cron {
  minutes: Set<number>;
  hours: Set<number>;
  months: Set<number>;
  years: Set<number>;
  isDay: DayTest;
}

type DayTest = (date: Date) => boolean;

interface Field {
  min: number;
  max: number;
  names?: string[];
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const weekday: Field = { min: 1, max: 7, names: weekdays };
const dayMs = 86_400_000;

/** Returns undefined if the text is not a cron expression. */
export function parseCron(text: string): Cron | undefined {
  const [minute = '', hour = '', day = '', month = '', dayOfWeek = '', year = '', ...rest] = text.split(' ');
  const cron = {
    minutes: parseField(minute, { min: 0, max: 59 }),
    hours: parseField(hour, { min: 0, max: 23 }),
    months: parseField(month, { min: 1, max: 12, names: months }),
    years: parseField(year, { min: 1970, max: 2199 }),
    isDay: parseDays(day, dayOfWeek),
  };
  return rest.length === 0 && isComplete(cron) ? cron : undefined;
}

/** The first matching minute after an instant. */
export function nextMatch(cron: Cron, after: number): number | undefined {
  const from = Math.floor(after / 60_000) * 60_000 + 60_000;
  const lastYear = Math.max(...cron.years);
  for (let day = startOfDay(from); new Date(day).getUTCFullYear() <= lastYear; day += dayMs) {
    const instant = matchesDay(cron, new Date(day)) ? firstMinute(cron, day, from) : undefined;
    if (instant !== undefined) return instant;
  }
  return undefined;
}

function isComplete(cron: { [Key in keyof Cron]: Cron[Key] | undefined }): cron is Cron {
  return Object.values(cron).every((part) => part !== undefined);
}

function startOfDay(instant: number): number {
  return Math.floor(instant / dayMs) * dayMs;
}

function matchesDay(cron: Cron, date: Date): boolean {
  return cron.years.has(date.getUTCFullYear()) && cron.months.has(date.getUTCMonth() + 1) && cron.isDay(date);
}

function firstMinute(cron: Cron, day: number, from: number): number | undefined {
  for (let instant = Math.max(day, from); instant < day + dayMs; instant += 60_000) {
    const date = new Date(instant);
    if (cron.hours.has(date.getUTCHours()) && cron.minutes.has(date.getUTCMinutes())) return instant;
  }
  return undefined;
}

function parseDays(day: string, dayOfWeek: string): DayTest | undefined {
  if ((day === '?') === (dayOfWeek === '?')) return undefined;
  return dayOfWeek === '?' ? parseDayOfMonth(day) : parseDayOfWeek(dayOfWeek);
}

function parseDayOfMonth(text: string): DayTest | undefined {
  if (text === 'L') return isLastOfMonth;
  const days = parseField(text, { min: 1, max: 31 });
  return days && ((date) => days.has(date.getUTCDate()));
}

function isLastOfMonth(date: Date): boolean {
  return new Date(date.getTime() + dayMs).getUTCDate() === 1;
}

/** `6L` is the last Friday of the month, `6#3` the third Friday, `L` alone every Saturday. */
function parseDayOfWeek(text: string): DayTest | undefined {
  const [, name, suffix, nth] = /^([A-Z]{3}|[1-7])(?:(L)|#([1-5]))$/.exec(text) ?? [];
  const days = parseField(name ?? (text === 'L' ? '7' : text), weekday);
  if (!days) return undefined;
  return (date) => {
    if (!days.has(date.getUTCDay() + 1)) return false;
    if (suffix === 'L') return new Date(date.getTime() + 7 * dayMs).getUTCMonth() !== date.getUTCMonth();
    return nth === undefined || Math.ceil(date.getUTCDate() / 7) === Number(nth);
  };
}

function parseField(text: string, field: Field): Set<number> | undefined {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const range = parseRange(part, field);
    if (!range) return undefined;
    for (let value = range.from; value <= range.to; value += range.step) values.add(value);
  }
  return values;
}

/** `*`, `5` or `1-5`, each with an optional `/step`. A number with a step is a range up to the field's maximum. */
function parseRange(text: string, field: Field): { from: number; to: number; step: number } | undefined {
  const [span = '', stepText, ...rest] = text.split('/');
  const step = stepText === undefined ? 1 : Number(stepText);
  if (rest.length > 0 || !Number.isInteger(step) || step < 1) return undefined;
  if (span === '*') return { from: field.min, to: field.max, step };

  const [first = '', last, ...more] = span.split('-');
  const from = parseValue(first, field);
  const to = last === undefined ? (stepText === undefined ? from : field.max) : parseValue(last, field);
  if (more.length > 0 || from === undefined || to === undefined || from > to) return undefined;
  return { from, to, step };
}

function parseValue(text: string, { min, max, names }: Field): number | undefined {
  const named = names?.indexOf(text) ?? -1;
  if (named >= 0) return min + named;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}
