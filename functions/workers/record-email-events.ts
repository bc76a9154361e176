import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { readProviderEvent } from '../../shared/domain/reports/provider-event';
import { recordEvent } from '../../shared/domain/reports/record-event';
import { logger } from '../../shared/logger';
import { eachMessage } from './support/each-message';
import { withTally } from './support/with-tally';

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  withTally((tally) => {
    /** One notification. It may come twice and out of order; what cannot be recorded is tried again. */
    const record = async ({ body, messageId }: SQSRecord): Promise<void> => {
      const providerEvent = readProviderEvent(body);
      if (providerEvent) await recordEvent(providerEvent, tally);
      else logger.info('notification ignored', { notificationId: messageId });
    };
    return eachMessage(record, 'notification not recorded')(event, context);
  });
