import * as z from '../schema/schema';
import { protoKey, protoKeyAlias } from '../schema/proto-key-alias';

/** Renames the key `__proto__` before a record schema runs, so that Zod keeps the key. */
export const preserveProtoKey = z.transform((input: unknown) =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? renameKey(input, protoKey, protoKeyAlias)
    : input,
);

/** Restores the original key names. */
export const restoreProtoKey = <T extends object>(parsed: T): T => renameKey(parsed, protoKeyAlias, protoKey);

const renameKey = <T extends object>(input: T, from: string, to: string): T =>
  Object.hasOwn(input, from)
    ? // Only records with arbitrary names can have this key, so renaming the key does not change the type of the record.
      (Object.fromEntries(
        Object.entries(input).map(([name, value]) => [name === from ? to : name, value]),
      ) as T)
    : input;
