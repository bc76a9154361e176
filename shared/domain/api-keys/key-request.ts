import * as z from 'zod/mini';
import { invalidRequest } from '../../errors';
import { validate } from '../../validate';
import { scopes } from '../../scopes';
import { isAllowlistEntry } from './allowlist';
import type { Grant } from './record';

const name = z.string().check(z.minLength(1), z.maxLength(80));
const someScopes = z.array(z.enum(scopes)).check(z.minLength(1));
const dailySendLimit = z.int().check(z.positive());
const allowedRecipients = z.array(z.string()).check(z.maxLength(200));

/** workspace.md, "API keys": create body. Unknown fields are ignored. */
export const NewApiKeySchema = z.object({
  name,
  scopes: someScopes,
  daily_send_limit: z.optional(z.nullable(dailySendLimit)),
  allowed_recipients: z.optional(allowedRecipients),
  requires_approval: z.optional(z.boolean()),
});

/** workspace.md, "API keys": update body. Null clears; unknown fields are refused. */
export const ApiKeyChangesSchema = z.strictObject({
  name: z.optional(name),
  scopes: z.optional(someScopes),
  daily_send_limit: z.optional(z.nullable(dailySendLimit)),
  allowed_recipients: z.optional(z.nullable(allowedRecipients)),
  requires_approval: z.optional(z.boolean()),
});

export interface NewApiKey extends Grant {
  name: string;
}

/** Only what the update sends. */
export type ApiKeyChanges = Partial<NewApiKey>;

/** The body first, then the entries of the allowlist. */
export function readNewApiKey(body: unknown): NewApiKey {
  const given = validate(NewApiKeySchema, body);
  return {
    name: given.name,
    scopes: [...new Set(given.scopes)],
    dailySendLimit: given.daily_send_limit ?? null,
    allowedRecipients: readAllowlist(given.allowed_recipients ?? []),
    requiresApproval: given.requires_approval ?? false,
  };
}

/** The body first, then the entries of the allowlist. */
export function readApiKeyChanges(body: unknown): ApiKeyChanges {
  const given = validate(ApiKeyChangesSchema, body);
  return {
    ...(given.name !== undefined && { name: given.name }),
    ...(given.scopes && { scopes: [...new Set(given.scopes)] }),
    ...(given.daily_send_limit !== undefined && { dailySendLimit: given.daily_send_limit }),
    ...(given.allowed_recipients !== undefined && {
      allowedRecipients: readAllowlist(given.allowed_recipients ?? []),
    }),
    ...(given.requires_approval !== undefined && { requiresApproval: given.requires_approval }),
  };
}

function readAllowlist(entries: readonly string[]): readonly string[] {
  const details = entries.flatMap((entry, index) =>
    isAllowlistEntry(entry) ? [] : [problemOf(entry, index)],
  );
  if (details.length === 0) return entries;
  throw invalidRequest(
    `allowed_recipients: ${details.map(({ message }) => message).join(', ')}`,
    details.map(({ path, message }) => ({ path, message })),
  );
}

const shownLengthMax = 100;

const problemOf = (entry: string, index: number) => ({
  path: ['allowed_recipients', index],
  message: `${JSON.stringify(entry.slice(0, shownLengthMax))} is neither an address nor a domain`,
});
