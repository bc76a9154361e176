import type * as z from 'zod/mini';
import { NewContactSchema } from '../../../../../functions/api/audiences/shapes';
import { refuseUnusableRow } from '../../../../../functions/api/contacts/read-contact-row';
import { ApiError } from '../../../../../shared/core/errors';
import { validate } from '../../../../../shared/schema/validate';

/** A row that the API accepts. */
export type NewContact = z.infer<typeof NewContactSchema>;

/** Validates a row with the API's own schema and checks, so that the CLI and the API give the same result. */
export function validateRow(row: unknown): { contact: NewContact } | { reason: string } {
  try {
    const contact = validate(NewContactSchema, row);
    refuseUnusableRow(contact);
    return { contact };
  } catch (error) {
    if (error instanceof ApiError) return { reason: reasonOf(error) };
    throw error;
  }
}

const reasonOf = ({ details = [], message }: ApiError): string =>
  details.map(describeDetail).join('; ') || message;

/** Omits the path if the message already begins with the field. */
const describeDetail = ({ path, message }: { path: (string | number)[]; message: string }): string =>
  message.startsWith('`') ? message : `${path.join('.')}: ${message}`;

/** Returns the reason why the key cannot be an attribute, or undefined if the key is valid. */
export function unusableKeyReason(key: string): string | undefined {
  const result = validateRow({ email: 'someone@example.com', attributes: { [key]: '' } });
  return 'reason' in result ? result.reason : undefined;
}
