import * as z from 'zod/mini';
import { AddressSchema } from '../../text/address';
import { suppressionReasons, suppressionScopes } from './record';

const scope = z.enum(suppressionScopes);
const reason = z.enum(suppressionReasons);
const emails = z.array(AddressSchema).check(z.minLength(1), z.maxLength(10_000));

export const SuppressSchema = z.object({
  email: AddressSchema,
  scope: z._default(scope, 'all'),
  reason: z._default(reason, 'manual'),
});

/** The defaults are those of a cleaned mailing list, and differ from the single add (contract.md 4.13). */
export const SuppressBatchSchema = z.object({
  emails,
  scope: z._default(scope, 'marketing'),
  reason: z._default(reason, 'list_hygiene'),
});

export const LiftBatchSchema = z.object({ emails, scope: z._default(scope, 'all') });
