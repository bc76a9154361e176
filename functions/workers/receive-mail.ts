import type { SQSRecord } from 'aws-lambda';
import { parseReceipt } from '../../shared/domain/conversations/inbound/receipt';
import { receiveMail } from '../../shared/domain/conversations/inbound/receive';
import { logger } from '../../shared/core/logger';
import { handleEachMessage } from './support/each-message';

export const handler = handleEachMessage(receive, 'mail not received');

/**
 * Handles one notification, which may arrive twice. After a failure, SQS delivers the notification again, and the raw
 * message is still in S3.
 */
async function receive({ body, messageId }: SQSRecord): Promise<void> {
  const receipt = parseReceipt(body);
  if (!receipt) {
    logger.info('notification ignored', { notificationId: messageId });
    return;
  }
  await receiveMail(receipt);
}
