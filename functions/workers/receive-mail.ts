import type { SQSRecord } from 'aws-lambda';
import { readReceipt } from '../../shared/domain/conversations/inbound/receipt';
import { receiveMail } from '../../shared/domain/conversations/inbound/receive';
import { logger } from '../../shared/core/logger';
import { eachMessage } from './support/each-message';

export const handler = eachMessage(receive, 'mail not received');

/** One notification. It may come twice; what cannot be done is tried again, and the raw mail is kept meanwhile. */
async function receive({ body, messageId }: SQSRecord): Promise<void> {
  const receipt = readReceipt(body);
  if (!receipt) return void logger.info('notification ignored', { notificationId: messageId });
  await receiveMail(receipt);
}
