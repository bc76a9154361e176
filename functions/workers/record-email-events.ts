import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import { readProviderEvent } from '../../shared/domain/emails/events/provider-event';
import { recordEvent } from '../../shared/domain/emails/events/record-event';
import { logger } from '../../shared/logger';

const processor = new BatchProcessor(EventType.SQS);

export const handler = (event: SQSEvent, context: Context) =>
  processPartialResponse(event, recordNotification, processor, { context });

/** One notification. It may come twice and out of order; what cannot be recorded is tried again. */
async function recordNotification({ body, messageId }: SQSRecord): Promise<void> {
  try {
    const event = readProviderEvent(body);
    if (!event) return void logger.info('notification ignored', { notificationId: messageId });
    await recordEvent(event);
  } catch (error) {
    // The batch reports only which records failed; why is said here.
    logger.error('notification not recorded', { notificationId: messageId, error });
    throw error;
  }
}
