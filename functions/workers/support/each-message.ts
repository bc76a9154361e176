import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { ApiError } from '../../../shared/core/errors';
import { logger } from '../../../shared/core/logger';
import { continueChain } from '../../../shared/core/chain';
import { expectChain } from './message-chain';

const processor = new BatchProcessor(EventType.SQS);

/**
 * Handles each message of a queue separately, so that only failed messages are delivered again. For each failed
 * message, logs the text `failure` with the fields that `describe` returns.
 */
export function handleEachMessage(
  work: (message: SQSRecord) => Promise<void>,
  failure: string,
  describe: (message: SQSRecord) => object = ({ messageId }) => ({ notificationId: messageId }),
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  const workOrLog = async (message: SQSRecord): Promise<void> => {
    try {
      await continueChain(expectChain(message), () => work(message));
    } catch (error) {
      if (belongsToDeletedWorkspace(error)) {
        logger.info('work of a deleted workspace dropped', { ...describe(message) });
        return;
      }
      // Logs the error, because the batch response reports only which messages failed.
      logger.error(failure, { ...describe(message), error });
      throw error;
    }
  };
  return (event, context) => processPartialResponse(event, workOrLog, processor, { context });
}

/**
 * Workers check no credentials, so an `unauthorized` error means that the workspace was deleted. Another job clears the
 * data of the workspace.
 */
const belongsToDeletedWorkspace = (error: unknown): boolean =>
  error instanceof ApiError && error.type === 'unauthorized';

/** Messages of our own functions contain only IDs, so they can be logged. */
export const messageBody = ({ body }: SQSRecord): object => ({ messageBody: body });
