import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { invalidRequest } from '../core/errors';

/**
 * Throws 422 if a write would exceed DynamoDB's limit of 400 KB per record, which records that grow with each update
 * can reach. The record stays unchanged.
 */
export function refuseTooLarge(error: unknown): void {
  if (validationMessagesOf(error).some((message) => /item size/i.test(message)))
    throw invalidRequest(
      'This change would make the record larger than 400 KB: remove other data from it first',
    );
}

/** The validation errors of DynamoDB. A canceled transaction has one message for each of its writes. */
function validationMessagesOf(error: unknown): string[] {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).map(({ Message = '' }) => Message);
  return error instanceof Error && error.name === 'ValidationException' ? [error.message] : [];
}
