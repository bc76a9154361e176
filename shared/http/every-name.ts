import * as z from '../schema';

/** Zod leaves this name out of the records that it reads, for it is no field in an assignment. It passes under the other one. */
const [leftOut, standIn] = ['__proto__', '__proto__\0'];

/** What comes before a record, so that it is read with all of its names. */
export const everyName = z.transform((given: unknown) =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? renamed(given, leftOut, standIn)
    : given,
);

export const givenName = (name: string): string => (name === standIn ? leftOut : name);

/** The record under the names that were given. */
export const withGivenNames = <T extends object>(read: T): T => renamed(read, standIn, leftOut) as T;

const renamed = (given: object, from: string, to: string): object =>
  Object.hasOwn(given, from)
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name === from ? to : name, value]))
    : given;
