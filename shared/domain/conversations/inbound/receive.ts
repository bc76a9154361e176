import { fetchRawMail } from '../../../aws/raw-mail';
import { logger } from '../../../core/logger';
import { handleReply } from '../../consent/consent-events';
import { unsubscribeByMail } from '../../consent/unsubscribe-by-mail';
import { isUnsubscribeAddress } from '../../audience/unsubscribe/unsubscribe-address';
import { findInboundDeliveries } from './receiving-mailboxes';
import { inboundPayload } from '../../platform/webhooks/payload';
import { publishWebhookEvent } from '../../platform/webhooks/publish-event';
import { parseInboundMail } from './parse-inbound-mail';
import type { InboundMessage, Receipt } from '../../../db/records/inbound';
import { quotaExceededMessage } from '../../../core/quota-exceeded-message';
import { storeInbound } from './store';

/** Processes an email received by SES. Unsubscribe requests have no other effect than the unsubscribe. */
export async function receiveMail(receipt: Receipt): Promise<void> {
  const recipients = receipt.recipients.filter((address) => !isUnsubscribeAddress(address));
  if (recipients.length < receipt.recipients.length) {
    const isValid = await unsubscribeByMail(await fetchRawMail(receipt.objectKey));
    logger.info(
      isValid ? 'address unsubscribed by mail' : 'unsubscribe request without a valid token ignored',
      {
        receiptId: receipt.receiptId,
      },
    );
  }
  if (recipients.length > 0) await receiveMessage({ ...receipt, recipients });
}

/** Each receiving mailbox gets one message, even if the receipt is repeated. */
async function receiveMessage(receipt: Receipt): Promise<void> {
  const mailboxes = await findInboundDeliveries(receipt);
  if (mailboxes.length === 0) {
    logger.warn('mail without a receiving workspace dropped', { receiptId: receipt.receiptId });
    return;
  }
  const mail = parseInboundMail(await fetchRawMail(receipt.objectKey), receipt);
  const isShared = mailboxes.length > 1;
  const stored: { message: InboundMessage; text: string }[] = [];
  // Process one mailbox at a time, so that a retry after a failure skips the messages that are already stored.
  for (const mailbox of mailboxes) {
    const { workspaceId } = mailbox;
    const result = await storeInbound(mailbox, receipt, mail, { isShared });
    if (result === 'quarantined') {
      // The alarm counts these entries (lib/stacks/operations.ts).
      logger.warn(quotaExceededMessage, { workspaceId, receiptId: receipt.receiptId });
      continue;
    }
    // The receipt of the stored copy publishes the message, even after a crash.
    if (result === 'copy') {
      logger.info('copy of a received mail ignored', { workspaceId, receiptId: receipt.receiptId });
      continue;
    }
    const { message, isNew } = result;
    stored.push(result);
    if (isNew)
      logger.info('mail received', { workspaceId, messageId: message.id, threadId: message.threadId });
  }
  for (const { message } of stored) {
    const { workspaceId, from, automated, arrivedAt } = message;
    if (!automated && from !== '') await handleReply(workspaceId, from, arrivedAt);
  }
  // Publish after all messages are stored, so that no workspace waits for another workspace's webhooks.
  for (const { message, text } of stored) await publishInboundEvent(message, text);
}

/**
 * Also publishes for a message that another worker already stored, because that worker may have crashed before
 * publishing.
 */
const publishInboundEvent = (message: InboundMessage, text: string): Promise<void> =>
  publishWebhookEvent({
    id: message.id,
    workspaceId: message.workspaceId,
    at: message.arrivedAt,
    inboxId: message.inboxId,
    payload: inboundPayload(message, text),
  });
