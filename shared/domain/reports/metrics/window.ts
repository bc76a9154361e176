import { dayMs, utcDay } from '../../../time';

const daysMax = 365;
const daysUnlessGiven = 30;

/** The rule "days30" of contract.md 1.4: never an error. */
export function readDays(text: string | undefined): number {
  const days = Math.trunc(Number(text ?? Number.NaN));
  if (Number.isNaN(days) || days === 0) return daysUnlessGiven;
  return Math.min(Math.max(days, 1), daysMax);
}

/** So many UTC days, the last one being that of `at`. */
export const lastDays = (days: number, at: number): string[] =>
  Array.from({ length: days }, (_, index) => utcDay(at - (days - 1 - index) * dayMs));
