import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { askedOnce, readingTogether } from '../../shared/db/reading-together';
import { readProviderEvent } from '../../shared/domain/tracking/provider-event';
import { recordEvent, type Batch } from '../../shared/domain/tracking/record-event';
import { allWebhookEndpoints } from '../../shared/domain/platform/webhooks/find';
import { logger } from '../../shared/core/logger';
import { eachMessage } from './support/each-message';
import { withTally } from './support/with-tally';

export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  withTally((tally) => {
    const batch: Batch = { read: readingTogether(), endpointsOf: askedOnce(allWebhookEndpoints), tally };
    /** One notification. It may come twice and out of order; what cannot be recorded is tried again. */
    const record = async ({ body, messageId }: SQSRecord): Promise<void> => {
      const providerEvent = readProviderEvent(body);
      if (providerEvent) await recordEvent(providerEvent, batch);
      else logger.info('notification ignored', { notificationId: messageId });
    };
    return eachMessage(record, 'notification not recorded')(event, context);
  });
