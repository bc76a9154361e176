import { dayMs, utcDay } from '../../../core/time';

/** So many UTC days, the last one being that of `at`. */
export const lastDays = (days: number, at: number): string[] =>
  Array.from({ length: days }, (_, index) => utcDay(at - (days - 1 - index) * dayMs));
