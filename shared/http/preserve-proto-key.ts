import * as z from '../schema/schema';
import { protoKey, protoKeyAlias } from '../schema/proto-key-alias';

/** What comes before a record, so that it is read with all of its names. */
export const preserveProtoKey = z.transform((input: unknown) =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? renameKey(input, protoKey, protoKeyAlias)
    : input,
);

/** The record under the names that were given. */
export const restoreProtoKey = <T extends object>(parsed: T): T => renameKey(parsed, protoKeyAlias, protoKey);

const renameKey = <T extends object>(input: T, from: string, to: string): T =>
  Object.hasOwn(input, from)
    ? // Only records of any names have this one, and they have it under either.
      (Object.fromEntries(
        Object.entries(input).map(([name, value]) => [name === from ? to : name, value]),
      ) as T)
    : input;
