import type * as z from 'zod/mini';
import { isAllowlistEntry } from '../../../shared/domain/platform/api-keys/allowlist';
import type { ApiKeyChanges, NewApiKey } from '../../../shared/db/records/api-keys';
import { invalidRequest } from '../../../shared/core/errors';
import type { ApiKeyChangesRequestSchema, NewApiKeyRequestSchema } from './shapes';

/** Reads the settings of the requested key. Throws 422 for invalid allowlist entries. */
export const readNewApiKey = (input: z.output<typeof NewApiKeyRequestSchema>): NewApiKey => ({
  name: input.name,
  scopes: [...new Set(input.scopes)],
  dailySendLimit: input.daily_send_limit ?? null,
  allowedRecipients: readAllowlist(input.allowed_recipients ?? []),
  requiresApproval: input.requires_approval ?? false,
  ...readTemplatesUnguarded(input),
  ...(input.inbox_id && { inboxId: input.inbox_id }),
});

/** Reads the changes. Fields that the request omits are undefined. */
export const readApiKeyChanges = (input: z.output<typeof ApiKeyChangesRequestSchema>): ApiKeyChanges => ({
  ...(input.name !== undefined && { name: input.name }),
  ...(input.scopes && { scopes: [...new Set(input.scopes)] }),
  ...(input.daily_send_limit !== undefined && { dailySendLimit: input.daily_send_limit }),
  ...(input.allowed_recipients !== undefined && {
    allowedRecipients: readAllowlist(input.allowed_recipients ?? []),
  }),
  ...(input.requires_approval !== undefined && { requiresApproval: input.requires_approval }),
  ...readTemplatesUnguarded(input),
  ...(input.inbox_id !== undefined && { inboxId: input.inbox_id }),
});

const readTemplatesUnguarded = ({
  templates_unguarded: value,
}: {
  templates_unguarded?: boolean | undefined;
}) => (value === undefined ? {} : { templatesUnguarded: value });

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
