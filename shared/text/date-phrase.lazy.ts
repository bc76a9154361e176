import { casual, type ParsedResult } from 'chrono-node';

/**
 * Reads a date or time in English, in ms since 1970. A day or hour without a date is the next one to come.
 * Undefined unless all of the text was understood as one point in time.
 */
export function readDatePhrase(phrase: string, nowMs: number): number | undefined {
  if (isDottedDate(phrase)) return undefined;
  const reference = { instant: new Date(nowMs), timezone: 'UTC' };
  // "last friday" would be moved forward as well.
  const forwardDate = !/\b(last|past|previous)\b/i.test(phrase);
  const [found, ...rest] = casual.parse(phrase, reference, { forwardDate });
  if (!found || rest.length > 0 || !coversPhrase(found, phrase) || !isPointInTime(found)) return undefined;
  return found.date().getTime();
}

/** `05.03.2027` is written where the day comes first, and would be read as the third of May. */
const isDottedDate = (phrase: string): boolean => /\b\d{1,2}\.\d{1,2}\.\d/.test(phrase);

const coversPhrase = ({ index, text }: ParsedResult, phrase: string): boolean =>
  phrase.slice(index) === text && /^((on|at)\s+)?$/i.test(phrase.slice(0, index));

/** Not a span ("9am - 5pm"), and more than a month or a part of the day ("May", "morning"). */
function isPointInTime(found: ParsedResult): boolean {
  if (found.end) return false;
  const { start } = found;
  return start.isCertain('day') || start.isCertain('weekday') || start.isCertain('hour') || isRelative(found);
}

/** "In 2 months" is certain of no day, but counts from one. */
const isRelative = (found: ParsedResult): boolean => found.tags().has('result/relativeDate');
