import { createHash } from 'node:crypto';
import { keys, type Key } from '../../../db/keys/index';
import type { MessageIdRecord } from '../../../db/records/inbound';

const lengthMax = 900;

/** Whether a Message-ID can be put into a header again as it is: mails carry all sorts of things in its place. */
export const isMessageId = (text: string): boolean =>
  text.length <= lengthMax && /^<[\x21-\x3b=\x3f-\x7e]+>$/.test(text);

/** Message-IDs are as long as their makers like. */
export const messageIdKey = (workspaceId: string, messageId: string): Key<MessageIdRecord> =>
  keys.messageId(workspaceId, createHash('sha256').update(messageId).digest('hex'));

/** What SES calls a message that it sent, out of the Message-ID that it gave it. */
export const providerIdOf = (messageId: string): string | undefined =>
  /^<([\w-]+)@[a-z0-9-]+\.amazonses\.com>$/i.exec(messageId)?.[1];
