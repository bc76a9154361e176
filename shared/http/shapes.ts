import { keysOf } from '../core/keys-of';
import * as z from '../schema/schema';
import { errorCatalog } from '../core/errors';
import { isAddress } from '../text/address';

/** The list envelope around a resource. */
export const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
  });

/** The envelope of a list that grows, so that every page has a cursor. */
export const growingListOf = <T extends z.ZodMiniType>(item: T) =>
  z.extend(listOf(item), { next_cursor: z.string() });

export const ErrorTypeSchema = z.enum(keysOf(errorCatalog));

export const ErrorDetailSchema = z.object({
  path: z.array(z.union([z.string(), z.int()])),
  message: z.string(),
});

/** */
export const ErrorSchema = z.object({
  type: ErrorTypeSchema,
  message: z.string(),
  details: z.optional(z.array(ErrorDetailSchema)),
  missing: z.optional(z.array(z.string())),
});

/** An address without a display name. The schema removes white space around the address. */
export const AddressSchema = z.string().check(z.trim(), z.refine(isAddress, 'not an email address'));

/**
 * Marks a value in a response that a stranger may have written, such as the text of a received message or the name of a
 * contact. The tools for agents name these values as untrusted (M-11).
 */
export const untrusted = <T extends z.ZodMiniType>(schema: T): T =>
  schema.check(z.meta({ 'x-untrusted': true }));

/** A time in a response: UTC, with milliseconds. */
export const timestamp = z.iso.datetime();
