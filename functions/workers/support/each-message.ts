import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { ApiError } from '../../../shared/core/errors';
import { logger } from '../../../shared/core/logger';

const processor = new BatchProcessor(EventType.SQS);

/**
 * A function that reads a queue and does the work of each message by itself: one that fails comes again, and the
 * others don't. `failure` and `describe` are what the log says then.
 */
export function handleEachMessage(
  work: (message: SQSRecord) => Promise<void>,
  failure: string,
  describe: (message: SQSRecord) => object = ({ messageId }) => ({ notificationId: messageId }),
): (event: SQSEvent, context: Context) => Promise<SQSBatchResponse> {
  const workOrLog = async (message: SQSRecord): Promise<void> => {
    try {
      await work(message);
    } catch (error) {
      if (belongsToDeletedWorkspace(error)) {
        logger.info('work of a deleted workspace dropped', { ...describe(message) });
        return;
      }
      // The batch reports only which messages failed; why is said here.
      logger.error(failure, { ...describe(message), error });
      throw error;
    }
  };
  return (event, context) => processPartialResponse(event, workOrLog, processor, { context });
}

/** No credential is looked at here: only a workspace that is gone is answered so. Whatever it left is cleared away. */
const belongsToDeletedWorkspace = (error: unknown): boolean =>
  error instanceof ApiError && error.type === 'unauthorized';

/** Messages of our own have nothing but ids: the log shows them as they are. */
export const messageBody = ({ body }: SQSRecord): object => ({ messageBody: body });
