import { casual, type ParsedResult } from 'chrono-node';

/**
 * Parses a date or time in English, in ms since 1970. A day or hour without a date means the next such day or hour.
 * Returns undefined unless the whole text is a single point in time.
 */
export function readDatePhrase(phrase: string, nowMs: number): number | undefined {
  if (isDottedDate(phrase)) return undefined;
  const reference = { instant: new Date(nowMs), timezone: 'UTC' };
  // `forwardDate` would also move "last friday" into the future.
  const forwardDate = !/\b(last|past|previous)\b/i.test(phrase);
  const [found, ...rest] = casual.parse(phrase, reference, { forwardDate });
  if (!found || rest.length > 0 || !coversPhrase(found, phrase) || !isPointInTime(found)) return undefined;
  return found.date().getTime();
}

/** `05.03.2027` means 5 March where dates are written with dots, but the parser would read 3 May. */
const isDottedDate = (phrase: string): boolean => /\b\d{1,2}\.\d{1,2}\.\d/.test(phrase);

const coversPhrase = ({ index, text }: ParsedResult, phrase: string): boolean =>
  phrase.slice(index) === text && /^((on|at)\s+)?$/i.test(phrase.slice(0, index));

/** A span ("9am - 5pm"), a month ("May") or a part of the day ("morning") is not a point in time. */
function isPointInTime(found: ParsedResult): boolean {
  if (found.end) return false;
  const { start } = found;
  return start.isCertain('day') || start.isCertain('weekday') || start.isCertain('hour') || isRelative(found);
}

/** Whether the phrase is relative to today, such as "in 2 months", which names no day. */
const isRelative = (found: ParsedResult): boolean => found.tags().has('result/relativeDate');
