import { NewContactSchema } from '../../../../functions/api/audiences/shapes';
import { refuseUnusableRow } from '../../../../functions/api/contacts/read-contact-row';
import { ApiError } from '../../../../shared/core/errors';
import { validate } from '../../../../shared/schema/validate';

/**
 * Returns the reason why the API would refuse the contact. Uses the API's own schema and checks, so that a dry run and
 * the API give the same result.
 */
export function findContactProblem(contact: unknown): string | undefined {
  try {
    refuseUnusableRow(validate(NewContactSchema, contact));
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return reasonOf(error);
    throw error;
  }
}

const reasonOf = ({ details = [], message }: ApiError): string =>
  details.map(describeDetail).join('; ') || message;

/** Omits the path if the message already begins with the field. */
const describeDetail = ({ path, message }: { path: (string | number)[]; message: string }): string =>
  message.startsWith('`') ? message : `${path.join('.')}: ${message}`;

/** Returns the reason why the key cannot be an attribute, or undefined if the key is valid. */
export const unusableKeyReason = (key: string): string | undefined =>
  findContactProblem({ email: 'someone@example.com', attributes: { [key]: '' } });
