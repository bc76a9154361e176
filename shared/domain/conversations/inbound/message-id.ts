import { createHash } from 'node:crypto';
import { keys, type Key } from '../../../db/keys/index';
import type { InboundMessage, MessageIdRecord } from '../../../db/records/inbound';

/** Where a message arrives: at an inbox of the workspace, or at one of its other addresses. */
export type ReceivingMailbox = Pick<InboundMessage, 'workspaceId' | 'inboxId'>;

const lengthMax = 900;

/** Whether the text is a Message-ID that can be repeated in a header. Received headers may contain any text. */
export const isMessageId = (text: string): boolean =>
  text.length <= lengthMax && /^<[\x21-\x3b=\x3f-\x7e]+>$/.test(text);

/**
 * Inboxes have their own records, so that a message joins only a conversation of its inbox (IB-20). The key is a hash,
 * because a Message-ID may be longer than a DynamoDB key allows.
 */
export const messageIdKey = (
  { workspaceId, inboxId }: ReceivingMailbox,
  messageId: string,
): Key<MessageIdRecord> =>
  keys.messageId(
    workspaceId,
    createHash('sha256')
      .update(inboxId === undefined ? messageId : `${inboxId} ${messageId}`)
      .digest('hex'),
  );

/** Extracts the SES message id from a Message-ID that SES assigned. */
export const providerIdOf = (messageId: string): string | undefined =>
  /^<([\w-]+)@[a-z0-9-]+\.amazonses\.com>$/i.exec(messageId)?.[1];
