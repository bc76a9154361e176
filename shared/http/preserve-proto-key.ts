import * as z from '../schema/schema';
import { protoKey, protoKeyAlias } from '../schema/proto-key-alias';

/** What comes before a record, so that it is read with all of its names. */
export const preserveProtoKey = z.transform((input: unknown) =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? renameKey(input, protoKey, protoKeyAlias)
    : input,
);

/** The record under the names that were given. */
export const restoreProtoKey = <T extends object>(parsed: T): T =>
  renameKey(parsed, protoKeyAlias, protoKey) as T;

const renameKey = (input: object, from: string, to: string): object =>
  Object.hasOwn(input, from)
    ? Object.fromEntries(Object.entries(input).map(([name, value]) => [name === from ? to : name, value]))
    : input;
