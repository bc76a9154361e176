import type * as z from 'zod/mini';
import { tagsOf } from '../../../shared/domain/audience/contacts/tags';
import { isUnusableKey, usableKeyRule } from '../../../shared/db/records/contacts';
import type { ImportRow } from '../../../shared/domain/audience/imports/row';
import { invalidRequest, type ErrorDetail } from '../../../shared/core/errors';
import { givenName } from '../../../shared/schema/stand-in-name';
import { bareAddress } from '../../../shared/text/mailbox';
import { dayMs, iso, now } from '../../../shared/core/time';
import type { CreateContactRequestSchema } from './shapes';

type Given = Omit<z.infer<typeof CreateContactRequestSchema>, 'audience_id'>;

/** A person who is added, in the domain's words. */
export const readContactRow = ({ status, unsubscribed, ...given }: Given): ImportRow => ({
  email: bareAddress(given.email),
  firstName: given.first_name?.trim() || undefined,
  lastName: given.last_name?.trim() || undefined,
  tags: tagsOf(given.tags ?? []),
  attributes: given.attributes ?? {},
  status: status ?? (unsubscribed ? 'unsubscribed' : 'subscribed'),
  lastActiveAt: given.last_active_at && iso(Date.parse(given.last_active_at)),
});

/** What a schema does not say of a row: keys that no contact can have, and times that are yet to come. */
export function refuseUnusable(
  row: Pick<Given, 'attributes' | 'last_active_at'>,
  path: ErrorDetail['path'] = [],
): void {
  const key = Object.keys(row.attributes ?? {})
    .map(givenName)
    .find(isUnusableKey);
  if (key !== undefined) {
    const message = `${JSON.stringify(key)} cannot be a key: it ${usableKeyRule}`;
    throw invalidRequest(`attributes: ${message}`, [{ path: [...path, 'attributes', key], message }]);
  }
  if (row.last_active_at && Date.parse(row.last_active_at) > now() + dayMs) {
    throw invalidRequest('Validation failed', [
      { path: [...path, 'last_active_at'], message: 'is more than a day ahead' },
    ]);
  }
}
