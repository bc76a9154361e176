import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { readProviderEvent } from '../../shared/domain/emails/events/provider-event';
import { recordEvent } from '../../shared/domain/emails/events/record-event';
import { writeTally, type Tally } from '../../shared/domain/metrics/tally';
import { logger } from '../../shared/logger';

const processor = new BatchProcessor(EventType.SQS);

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const tally: Tally = new Map();
  try {
    const record = (notification: SQSRecord) => recordNotification(notification, tally);
    return await processPartialResponse(event, record, processor, { context });
  } finally {
    // After the batch, failed or not: one write for many notices. A repeated notice would not be counted again.
    await writeTally(tally);
  }
}

/** One notification. It may come twice and out of order; what cannot be recorded is tried again. */
async function recordNotification({ body, messageId }: SQSRecord, tally: Tally): Promise<void> {
  try {
    const event = readProviderEvent(body);
    if (!event) return void logger.info('notification ignored', { notificationId: messageId });
    await recordEvent(event, tally);
  } catch (error) {
    // The batch reports only which records failed; why is said here.
    logger.error('notification not recorded', { notificationId: messageId, error });
    throw error;
  }
}
