import type * as z from 'zod/mini';
import { normalizeTags } from '../../../shared/domain/audience/contacts/normalize-tags';
import { isInvalidAttributeKey, attributeKeyRule } from '../../../shared/db/records/contacts';
import type { ImportRow } from '../../../shared/domain/audience/imports/import-row';
import { invalidRequest, type ErrorDetail } from '../../../shared/core/errors';
import { originalKeyName } from '../../../shared/schema/proto-key-alias';
import { normalizeAddress } from '../../../shared/text/mailbox';
import { dayMs, toIso, now } from '../../../shared/core/time';
import type { CreateContactRequestSchema } from './shapes';

type ContactInput = Omit<z.infer<typeof CreateContactRequestSchema>, 'audience_id'>;

export const readContactRow = ({ status, unsubscribed, ...input }: ContactInput): ImportRow => ({
  email: normalizeAddress(input.email),
  firstName: input.first_name?.trim() || undefined,
  lastName: input.last_name?.trim() || undefined,
  tags: normalizeTags(input.tags ?? []),
  attributes: input.attributes ?? {},
  status: status ?? (unsubscribed ? 'unsubscribed' : 'subscribed'),
  lastActiveAt: input.last_active_at && toIso(Date.parse(input.last_active_at)),
});

/**
 * Throws 422 for input that the schema does not check: invalid attribute keys, and times more than a day in the future.
 */
export function refuseUnusableRow(
  row: Pick<ContactInput, 'attributes' | 'last_active_at'>,
  path: ErrorDetail['path'] = [],
): void {
  const key = Object.keys(row.attributes ?? {})
    .map(originalKeyName)
    .find(isInvalidAttributeKey);
  if (key !== undefined) {
    const message = `${JSON.stringify(key)} cannot be a key, because a key ${attributeKeyRule}`;
    throw invalidRequest(`attributes: ${message}`, [{ path: [...path, 'attributes', key], message }]);
  }
  if (row.last_active_at && Date.parse(row.last_active_at) > now() + dayMs) {
    throw invalidRequest('Validation failed', [
      { path: [...path, 'last_active_at'], message: 'must not be more than a day in the future' },
    ]);
  }
}
