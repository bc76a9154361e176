import { invalidRequest } from '../errors';

/** A record takes 400 KB, and what is added to it bit by bit gets there: 422, and it stays as it was. */
export function refuseTooLarge(error: unknown): void {
  if (error instanceof Error && error.name === 'ValidationException' && /item size/i.test(error.message))
    throw invalidRequest('With this the record would be larger than 400 KB: take something else away first');
}
