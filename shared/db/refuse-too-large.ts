import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { invalidRequest } from '../core/errors';

/** A record takes 400 KB, and what is added to it bit by bit gets there: 422, and it stays as it was. */
export function refuseTooLarge(error: unknown): void {
  if (validationMessagesOf(error).some((message) => /item size/i.test(message)))
    throw invalidRequest('With this the record would be larger than 400 KB: take something else away first');
}

/** What DynamoDB found invalid; in a transaction each of its writes has an answer of its own. */
function validationMessagesOf(error: unknown): string[] {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).map(({ Message = '' }) => Message);
  return error instanceof Error && error.name === 'ValidationException' ? [error.message] : [];
}
