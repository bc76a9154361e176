import { dayMs, utcDay } from '../../../core/time';

/** Returns this number of UTC days, ending with the day of `at`. */
export const lastDays = (days: number, at: number): string[] =>
  Array.from({ length: days }, (_, index) => utcDay(at - (days - 1 - index) * dayMs));
