import { createHash } from 'node:crypto';
import type { InboundMessage, MessageIdRecord } from '../../../db/records/inbound';
import { attributeNotExists, ifAbsent, is, type Condition } from '../../../db/condition';
import type { Key } from '../../../db/keys/index';
import { getItem } from '../../../db/table';
import { updateWrite, type TransactionWrite } from '../../../db/transaction';
import { dayMs, epochSeconds } from '../../../core/time';
import { messageIdKey } from './message-id';

/** Copies that arrive within this time are not stored (IN-29). */
const copyWindowMs = 7 * dayMs;

/** The claim of a received message with a Message-ID. It ensures that only one copy of the message is stored. */
interface MessageClaim {
  message: InboundMessage;
  /** A hash of the sender, texts and attachments. */
  fingerprint: string;
  key: Key<MessageIdRecord>;
  existing: MessageIdRecord | undefined;
  /** Whether other content already has this Message-ID. */
  isSecondary: boolean;
}

/** Hashes the values that copies of a message have in common. */
export const fingerprintOf = (from: string, bodyFingerprint: string): string =>
  createHash('sha256').update(`${from} ${bodyFingerprint}`).digest('base64url');

/**
 * Finds the claim. The record of a Message-ID claims the first message with that id. A later message with other content
 * has a record of its own, so only such a message costs a further read and write.
 */
export async function findClaim(
  message: InboundMessage,
  fingerprint: string,
  messageIdRecord: MessageIdRecord | undefined,
): Promise<MessageClaim | undefined> {
  const { messageId } = message;
  if (messageId === null) return undefined;
  const claimed = messageIdRecord?.fingerprint;
  const isSecondary = claimed !== undefined && claimed !== fingerprint;
  const key = messageIdKey(message, isSecondary ? `${messageId} ${fingerprint}` : messageId);
  const existing = isSecondary ? await getItem(key) : messageIdRecord;
  return { message, fingerprint, key, existing, isSecondary };
}

/** Whether another copy of the message is stored. */
export const isCopy = ({ message, fingerprint, existing }: MessageClaim): boolean =>
  existing?.fingerprint === fingerprint &&
  existing.inboundId !== message.id &&
  Math.abs(Date.parse(message.arrivedAt) - Date.parse(existing.arrivedAt ?? '')) <= copyWindowMs;

/** Claims the message, in the transaction that stores it. Fails if another copy was claimed since the read. */
export function claimWrite({
  message: { id, threadId, arrivedAt },
  fingerprint,
  key,
  existing,
  isSecondary,
}: MessageClaim): TransactionWrite {
  const expiry = isSecondary && { expiresAt: epochSeconds(Date.parse(arrivedAt) + 2 * copyWindowMs) };
  return updateWrite(
    key,
    {
      // The record of a Message-ID keeps the conversation of the first message with that id.
      set: { fingerprint, inboundId: id, arrivedAt, ...expiry, ...(existing?.isAwaited && { threadId }) },
      ...(!existing?.isAwaited && { setIfAbsent: { threadId } }),
      remove: ['isAwaited', 'awaitedBy'],
    },
    existing ? isUnchanged(existing) : ifAbsent,
  );
}

const isUnchanged = ({ inboundId }: MessageIdRecord): Condition<MessageIdRecord> =>
  inboundId === undefined ? attributeNotExists('inboundId') : is('inboundId', inboundId);
