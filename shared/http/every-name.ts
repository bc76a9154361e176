import * as z from '../schema/schema';
import { leftOutName, standInName } from '../schema/stand-in-name';

/** What comes before a record, so that it is read with all of its names. */
export const everyName = z.transform((given: unknown) =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? renamed(given, leftOutName, standInName)
    : given,
);

/** The record under the names that were given. */
export const withGivenNames = <T extends object>(read: T): T => renamed(read, standInName, leftOutName) as T;

const renamed = (given: object, from: string, to: string): object =>
  Object.hasOwn(given, from)
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name === from ? to : name, value]))
    : given;
