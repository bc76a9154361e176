import type { ContentRecord } from '../../../db/records/content';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys/index';
import { retryOnConflict } from '../../../db/retry-on-conflict';
import { deleteItem, getItem, loadItemLookup, putItem } from '../../../db/table';
import { updateWrite, putWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { toIso, now, timeOfId } from '../../../core/time';
import { contentObjectKey, prepareContent } from '../../platform/content-store';
import { truncateReferences } from '../../send/threading/parent';
import { labelMoveWrites, withUnchangedLabels } from '../../send/threading/thread-labels';
import { threadChangesForInbound } from '../threads/inbound-thread-changes';
import type { Thread } from '../../../db/records/threads';
import { claimWrite, findClaim, isCopy } from './claim-message';
import { readStoredText, readText } from './inbound-text';
import { messageIdKey, providerIdOf } from './message-id';
import type { InboundDelivery } from './receiving-mailboxes';
import { chargeReceivingQuota, quarantineOverQuota } from './receiving-quota';

import {
  referencedMessageIds,
  assignInboundThread,
  type InboundThreadAssignment,
} from './assign-inbound-thread';
import type { ParsedInboundMail } from './parse-inbound-mail';
import type { InboundContent, InboundMessage, MessageIdRecord, Receipt } from '../../../db/records/inbound';

interface StoreResult {
  message: InboundMessage;
  /** The reply as text. */
  text: string;
  isNew: boolean;
}

/**
 * Stores the message and the changes to its conversation in one transaction. Idempotent, because the id of a message is
 * derived from its receipt. Returns 'copy' if another copy of the email is stored (IN-29), and 'quarantined' if the daily
 * quota of the workspace is used up (IN-34).
 */
export async function storeInbound(
  mailbox: InboundDelivery,
  receipt: Receipt,
  mail: ParsedInboundMail,
  { isShared }: { isShared: boolean },
): Promise<StoreResult | 'copy' | 'quarantined'> {
  const { workspaceId, id } = mailbox;
  let isWithinQuota: boolean | undefined;
  // An email and replies to it may arrive at the same time, so each retry assigns the conversation again.
  return retryOnConflict(
    async () => {
      const found = await loadItemLookup([
        keys.inboundMessage(workspaceId, id),
        keys.quarantined(workspaceId, id),
        keys.workspace(workspaceId),
      ]);
      if (found(keys.quarantined(workspaceId, id))) return 'quarantined';
      const existing = found(keys.inboundMessage(workspaceId, id));
      if (existing) return { message: existing, text: await readStoredText(existing, mail), isNew: false };
      const threadAssignment = await assignInboundThread(mailbox, {
        ...mail.messageFields,
        ...mail,
      });
      const message = {
        ...newMessage(mailbox, receipt, mail, threadAssignment),
        ...(isShared && ({ isRawShared: true } as const)),
      };
      const claim = await findClaim(message, mail.fingerprint, threadAssignment.ownRecord);
      if (claim && isCopy(claim)) {
        await deleteContent(message);
        return 'copy';
      }
      isWithinQuota ??= await chargeReceivingQuota(workspaceId, found(keys.workspace(workspaceId)) ?? {});
      if (!isWithinQuota) {
        await quarantineOverQuota({ id, workspaceId, isShared }, receipt, mail);
        return 'quarantined';
      }
      const text = await readText(message, threadAssignment, mail);
      const content = { ...mail.content, text };
      const claimWrites = claim ? [claimWrite(claim)] : [];
      const isWritten = await writeMessage(message, threadAssignment, { ...mail, content }, claimWrites);
      return isWritten ? { message, text, isNew: true } : undefined;
    },
    () => new Error('Every attempt conflicted with other messages of the conversation'),
  );
}

/** Returns false if the message is already stored or another message of the conversation was stored meanwhile. */
async function writeMessage(
  message: InboundMessage,
  threadAssignment: InboundThreadAssignment,
  mail: ParsedInboundMail,
  claimWrites: readonly TransactionWrite[],
): Promise<boolean> {
  const { workspaceId, threadId, id } = message;
  await storeContent(message, mail.content);
  const thread = await getItem(keys.thread(workspaceId, threadId));
  const setChanges = {
    newParticipants: findNewParticipants(thread, mail.participants),
    outdatedReplies: findOutdatedReplies(thread, message),
  };
  for (const change of withUnchangedLabels(threadChangesForInbound(message, setChanges), thread?.labels)) {
    const isRecorded = await writeTransaction([
      putWrite({ ...keys.inboundMessage(workspaceId, id), ...message }, ifAbsent),
      putWrite(keys.threadInbound(workspaceId, threadId, id)),
      updateWrite(keys.thread(workspaceId, threadId), change.changes, change.condition),
      ...labelMoveWrites(message, thread?.labels, change),
      ...claimWrites,
      ...awaitedIdWrites(message, threadAssignment, mail),
    ]);
    if (isRecorded) return true;
  }
  return false;
}

function newMessage(
  mailbox: InboundDelivery,
  { receivedAt: arrivedAt, objectKey: rawKey, verdicts }: Receipt,
  { messageFields, inReplyTo }: ParsedInboundMail,
  threadAssignment: InboundThreadAssignment,
): InboundMessage {
  return {
    ...messageFields,
    ...mailbox,
    threadId: threadAssignment.threadId,
    verdicts,
    references: referencesChain(messageFields.references, inReplyTo),
    arrivedAt,
    recordedAt: toIso(now()),
    rawKey,
  };
}

/**
 * The References for a reply to the email: its own References, or its In-Reply-To if the sender's client sets no
 * References.
 */
const referencesChain = (references: readonly string[], inReplyTo: readonly string[]): readonly string[] =>
  truncateReferences(references.length > 0 || inReplyTo.length !== 1 ? references : inReplyTo);

async function storeContent({ workspaceId, id }: InboundMessage, content: InboundContent): Promise<void> {
  const objectKey = contentObjectKey('inbound', workspaceId, id);
  const preparedContent = prepareContent(keys.inboundContent(workspaceId, id), objectKey, content);
  await preparedContent.stored;
  await putItem<ContentRecord>(preparedContent.record);
}

/** Deletes the content that this receipt stored before another copy of the email was stored. */
async function deleteContent({ workspaceId, id }: InboundMessage): Promise<void> {
  const { deleteContents } = await import('../../../aws/content-bucket.lazy');
  await deleteContents([contentObjectKey('inbound', workspaceId, id)]);
  await deleteItem(keys.inboundContent(workspaceId, id));
}

/**
 * Limits the participants, because a hostile email can name thousands of addresses, and every write to the thread
 * includes all participants.
 */
const [participantsMax, participantBytesMax] = [500, 16_000];

function findNewParticipants(thread: Thread | undefined, mailParticipants: ReadonlySet<string>): Set<string> {
  const knownParticipants = new Set(thread?.participants);
  let bytes = Buffer.byteLength([...knownParticipants].join());
  const candidates = [...mailParticipants].filter((address) => !knownParticipants.has(address));
  const fitting = candidates.filter((address) => {
    bytes += Buffer.byteLength(address);
    return bytes <= participantBytesMax;
  });
  return new Set(fitting.slice(0, Math.max(0, participantsMax - knownParticipants.size)));
}

const findOutdatedReplies = (thread: Thread | undefined, { arrivedAt }: InboundMessage): Set<string> =>
  new Set([...(thread?.pendingReplies ?? [])].filter((id) => timeOfId(id) <= Date.parse(arrivedAt)));

/** How many unknown referenced Message-IDs a new conversation reserves, because those messages may arrive later. */
const awaitedIdsMax = 5;

/** Records the Message-IDs through which referenced messages that arrive late join this conversation. */
function awaitedIdWrites(
  message: InboundMessage,
  { isNew }: InboundThreadAssignment,
  { messageFields, inReplyTo }: ParsedInboundMail,
): TransactionWrite[] {
  if (!isNew) return [];
  const { threadId, messageId, from } = message;
  const awaitedIds = referencedMessageIds({ ...messageFields, inReplyTo }).filter(
    (id) => id !== messageId && providerIdOf(id) === undefined,
  );
  // A new conversation requires that all of these ids are unknown at the time of the write.
  return awaitedIds
    .slice(0, awaitedIdsMax)
    .map((id) =>
      updateWrite<MessageIdRecord>(
        messageIdKey(message, id),
        { set: { threadId, isAwaited: true, awaitedBy: from } },
        ifAbsent,
      ),
    );
}
