import { invalidRequest } from '../../../shared/core/errors';

const lengthMax = 120;

/** Returns the name of a new audience, or throws 422 with the message that AU-2 promises. */
export function readAudienceName({ name }: { name?: unknown }): string {
  if (name === undefined || name === null) throw invalidRequest('name is required');
  if (typeof name !== 'string') throw invalidRequest('name must be a string');
  const trimmed = name.trim();
  if (trimmed === '') throw invalidRequest('name is required');
  if (trimmed.length > lengthMax) throw invalidRequest(`name must be ${lengthMax} characters or fewer`);
  return trimmed;
}
