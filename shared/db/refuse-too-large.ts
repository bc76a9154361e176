import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { invalidRequest } from '../core/errors';

/**
 * Throws 422 if a write would exceed DynamoDB's limit of 400 KB per record. Records that grow with each update can
 * reach this limit. The record does not change.
 */
export function refuseTooLarge(error: unknown): void {
  if (validationMessagesOf(error).some((message) => /item size/i.test(message)))
    throw invalidRequest(
      'This change would make the record larger than 400 KB. Remove other data from the record first',
    );
}

/** Returns the validation messages of DynamoDB. A canceled transaction has one message for each of its writes. */
function validationMessagesOf(error: unknown): string[] {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).map(({ Message = '' }) => Message);
  return error instanceof Error && error.name === 'ValidationException' ? [error.message] : [];
}
