import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSEvent, SQSRecord } from 'aws-lambda';
import { readReceipt } from '../../shared/domain/inbound/receipt';
import { receiveMail } from '../../shared/domain/inbound/receive';
import { logger } from '../../shared/logger';

const processor = new BatchProcessor(EventType.SQS);

export const handler = (event: SQSEvent, context: Context) =>
  processPartialResponse(event, receive, processor, { context });

/** One notification. It may come twice; what cannot be done is tried again, and the raw mail is kept meanwhile. */
async function receive({ body, messageId }: SQSRecord): Promise<void> {
  try {
    const receipt = readReceipt(body);
    if (!receipt) return void logger.info('notification ignored', { notificationId: messageId });
    await receiveMail(receipt);
  } catch (error) {
    // The batch reports only which records failed; why is said here.
    logger.error('mail not received', { notificationId: messageId, error });
    throw error;
  }
}
