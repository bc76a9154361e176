import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { serializeByKey } from '../../shared/async/serialize-by-key';
import { memoizeAsync, batchedReader } from '../../shared/db/batched-reader';
import { parseProviderEvent } from '../../shared/domain/tracking/provider-event';
import { recordEvent, type EventBatch } from '../../shared/domain/tracking/record-event';
import { listSubscribers } from '../../shared/domain/platform/webhooks/find';
import { logger } from '../../shared/core/logger';
import { handleEachMessage } from './support/each-message';
import { withTally } from './support/with-tally';

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  withTally((tally) => {
    const batch: EventBatch = {
      read: batchedReader(),
      inOrder: serializeByKey(),
      subscribersOf: memoizeAsync(listSubscribers),
      tally,
    };
    /**
     * Handles one notification, which may arrive twice and out of order. After a failure, SQS delivers the notification
     * again.
     */
    const record = async ({ body, messageId }: SQSRecord): Promise<void> => {
      const providerEvent = parseProviderEvent(body);
      if (providerEvent) await recordEvent(providerEvent, batch);
      else logger.info('notification ignored', { notificationId: messageId });
    };
    return handleEachMessage(record, 'notification not recorded')(event, context);
  });
