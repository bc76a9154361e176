import { fetchRawMail } from '../../../aws/raw-mail';
import { logger } from '../../../core/logger';
import { handleReply } from '../../consent/consent-events';
import { findReceivingWorkspaces } from './receiving-workspaces';
import { inboundPayload } from '../../platform/webhooks/payload';
import { publishWebhookEvent } from '../../platform/webhooks/publish-event';
import { parseInboundMail, type ParsedInboundMail } from './parse-inbound-mail';
import type { Receipt } from './receipt';
import type { InboundMessage } from '../../../db/records/inbound';
import { storeInbound } from './store';

/** Processes an email received by SES. Each receiving workspace gets one message, even if the receipt is repeated. */
export async function receiveMail(receipt: Receipt): Promise<void> {
  const workspaceIds = await findReceivingWorkspaces(receipt.recipients);
  if (workspaceIds.length === 0) {
    logger.warn('mail without a receiving workspace dropped', { receiptId: receipt.receiptId });
    return;
  }
  const mail = parseInboundMail(await fetchRawMail(receipt.objectKey), receipt);
  const isShared = workspaceIds.length > 1;
  const messages: InboundMessage[] = [];
  // Process one workspace at a time, so that a retry after a failure skips the messages that are already stored.
  for (const workspaceId of workspaceIds) {
    const { message, isNew } = await storeInbound(workspaceId, receipt, mail, { isShared });
    messages.push(message);
    if (isNew)
      logger.info('mail received', { workspaceId, messageId: message.id, threadId: message.threadId });
  }
  for (const { workspaceId, from, automated, arrivedAt } of messages)
    if (!automated && from !== '') await handleReply(workspaceId, from, arrivedAt);
  // Publish after all messages are stored, so that no workspace waits for another workspace's webhooks.
  for (const message of messages) await publishInboundEvent(message, mail);
}

/**
 * Also publishes for a message that another worker already stored, because that worker may have crashed before
 * publishing.
 */
const publishInboundEvent = (message: InboundMessage, { content }: ParsedInboundMail): Promise<void> =>
  publishWebhookEvent({
    id: message.id,
    workspaceId: message.workspaceId,
    at: message.arrivedAt,
    payload: inboundPayload(message, content.text),
  });
